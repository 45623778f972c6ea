package build.offload.kernel.store;

import build.offload.spi.model.HostName;
import build.offload.spi.probe.CapabilityProbe.Finding;
import java.time.Instant;
import java.util.Optional;

/**
 * The last finding about one capability of one host.
 *
 * @param of what it was found on; absent where an older program wrote it
 */
public record CapabilityRow(HostName host, Finding finding, Instant checkedAt, Optional<ProvedIdentity> of) {

    /** Return whether it holds for a host as it is known by now. */
    public boolean holds(HostRow present) {
        return of.isEmpty() || of.get().equals(ProvedIdentity.of(present));
    }
}
