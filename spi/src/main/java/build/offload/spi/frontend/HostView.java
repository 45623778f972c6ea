package build.offload.spi.frontend;

import build.offload.spi.model.HostMode;
import build.offload.spi.model.HostName;
import build.offload.spi.model.HostRole;
import build.offload.spi.model.HostState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * A host with everything an operator may want to know of it.
 *
 * @param mode the mode of its control record; the state shows what has come of it
 * @param reason why it is degraded, or what a restore still waits for
 * @param observedAt when it last answered
 */
public record HostView(
        HostName name,
        HostRole role,
        HostState state,
        HostMode mode,
        long controlVersion,
        Optional<String> reason,
        boolean primary,
        boolean enrolling,
        String executor,
        Optional<String> address,
        Optional<String> fingerprint,
        int slots,
        int slotsUsed,
        OptionalDouble load1,
        OptionalInt cores,
        Optional<Instant> observedAt,
        List<ControllerStatus.CapabilityProbeStatus> probes,
        List<Circuit> circuits,
        List<String> attempts) {

    /** A command class that is quarantined on this host. */
    public record Circuit(String command, String state, Instant since, String reason) {}
}
