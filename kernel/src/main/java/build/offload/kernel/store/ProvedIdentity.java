package build.offload.kernel.store;

import build.offload.spi.executor.HostIdentity;
import build.offload.spi.executor.HostKey;
import build.offload.spi.executor.HostTarget;
import java.util.Optional;

/** The machine, its boot and the key it was reached under when something was found out about it; it holds for these alone. */
public record ProvedIdentity(String machineId, String bootId, Optional<String> hostKey) {

    /** Return what a host stands under by now. */
    public static ProvedIdentity of(HostRow host) {
        return seen(host.target(), host.identity());
    }

    /** Return what showed itself where something was reached. */
    public static ProvedIdentity seen(HostTarget target, HostIdentity identity) {
        return new ProvedIdentity(
                identity.machineId(), identity.bootId(), target.key().map(HostKey::toString));
    }
}
