package build.offload.kernel.status;

import build.offload.kernel.dispatch.Candidate;
import build.offload.kernel.store.CapabilityRow;
import build.offload.kernel.store.CircuitRow;
import build.offload.kernel.store.ControlRow;
import build.offload.kernel.store.HostRow;
import build.offload.spi.frontend.ControllerStatus.Capability;
import build.offload.spi.frontend.ControllerStatus.CapabilityProbeStatus;
import build.offload.spi.frontend.ControllerStatus.HostStatus;
import build.offload.spi.model.HostMode;
import build.offload.spi.model.HostState;
import build.offload.spi.model.MirrorId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A host as one read found it.
 *
 * @param circuits those that are not closed, oldest first
 * @param candidate the same host as dispatch sees it
 * @param status the same host as the wire shows it
 */
public record HostFacts(
        HostRow row,
        ControlRow control,
        List<CapabilityRow> capabilities,
        List<CircuitRow> circuits,
        Candidate candidate,
        HostStatus status) {

    /** Put a host together from its rows. */
    static HostFacts of(
            HostRow row,
            ControlRow control,
            List<CapabilityRow> capabilities,
            List<CircuitRow> circuits,
            int slotsTaken) {
        return new HostFacts(
                row,
                control,
                capabilities,
                circuits,
                new Candidate(row, control, capabilities, circuits, slotsTaken),
                new HostStatus(
                        shown(row.state(), control.mode()),
                        row.role(),
                        present(row.primary()),
                        present(row.enrolling()),
                        capability(capabilities, circuits)));
    }

    /** Return it with the checkouts that it laid out of late. */
    HostFacts having(Set<MirrorId> checkouts) {
        return new HostFacts(row, control, capabilities, circuits, candidate.having(checkouts), status);
    }

    /** A drained host shows it at once, also where the loop has not taken its state along yet (D48). */
    private static HostState shown(HostState state, HostMode mode) {
        boolean drains = mode == HostMode.DRAINING && (state == HostState.AVAILABLE || state == HostState.RESTORING);
        return drains ? HostState.DRAINING : state;
    }

    private static Optional<Boolean> present(boolean flag) {
        return flag ? Optional.of(true) : Optional.empty();
    }

    private static Optional<Capability> capability(List<CapabilityRow> capabilities, List<CircuitRow> circuits) {
        if (capabilities.isEmpty() && circuits.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Capability(
                probes(capabilities),
                present(!circuits.isEmpty()),
                circuits.stream().findFirst().map(CircuitRow::command)));
    }

    /** Return the last finding about each capability. */
    static List<CapabilityProbeStatus> probes(List<CapabilityRow> capabilities) {
        return capabilities.stream()
                .map(row -> new CapabilityProbeStatus(
                        row.finding().command(),
                        row.finding().ok(),
                        row.finding().version(),
                        row.finding().detail(),
                        row.checkedAt()))
                .toList();
    }

    /** Return whether its last answer is young enough to go by. */
    public boolean fresh(Instant now, Duration staleAfter) {
        return row.observedAt()
                .filter(seen -> !seen.plus(staleAfter).isBefore(now))
                .isPresent();
    }

    /** Return whether anything is known to keep it from being observed; before the first look nothing is. */
    boolean observable(Instant now, Duration staleAfter) {
        boolean neverLookedAt = row.observedAt().isEmpty() && row.silentSince().isEmpty();
        return neverLookedAt || fresh(now, staleAfter);
    }
}
