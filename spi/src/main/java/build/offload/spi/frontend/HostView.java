package build.offload.spi.frontend;

import build.offload.spi.model.HostMode;
import build.offload.spi.model.HostName;
import build.offload.spi.model.HostRole;
import build.offload.spi.model.HostState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * A host with everything an operator may want to know of it.
 *
 * @param mode the mode of its control record; the state shows what has come of it
 * @param reason why it is degraded, or what a restore still waits for
 * @param observedAt when it last answered
 * @param drifts tools that changed under it while it went on running
 * @param gates what was last seen at each of its gates
 * @param decision who last drained or restored it; absent when nobody did, or it is not known
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
        List<String> attempts,
        Map<String, String> labels,
        List<Drift> drifts,
        List<Gate> gates,
        Optional<Decision> decision) {

    /**
     * What was last seen at a gate.
     *
     * @param state {@code green}, {@code red}, or {@code unknown} while the host does not answer
     * @param evidence what was seen, or why nothing is known
     */
    public record Gate(String gate, String state, String evidence) {}

    /** Who decided about its admission, and when. */
    public record Decision(String actor, Instant at) {}

    /** A command class that is quarantined on this host. */
    public record Circuit(String command, String state, Instant since, String reason) {}

    /** A tool that is another than it was proved to be; an absent version says that it is not there. */
    public record Drift(String command, Optional<String> before, Optional<String> after, Instant foundAt) {}
}
