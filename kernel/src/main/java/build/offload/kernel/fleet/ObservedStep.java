package build.offload.kernel.fleet;

import build.offload.kernel.event.NewEvent;
import build.offload.kernel.store.ControlRow;
import build.offload.kernel.store.HostRow;
import build.offload.kernel.store.ProvedIdentity;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.kernel.transition.Transition.HostObserved;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.model.HostState;
import build.offload.spi.probe.CapabilityProbe.Finding;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Takes in what a host answered, and moves it on when that is a reason to. An answer that is like the one before in everything
 * but load and moment is recorded without an event: at a look every few seconds for each host, nothing else could be found
 * among them, and whoever waits for a host would look again for nothing.
 */
public record ObservedStep(HostObserved seen, Duration staleAfter) implements Step {

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        return KnownHost.required(tx, seen.host()).or(() -> reachedOtherwise(tx));
    }

    private Optional<Refusal> reachedOtherwise(ReadTransaction tx) {
        return KnownHost.row(tx, seen.host()).target().equals(seen.target())
                ? Optional.empty()
                : Optional.of(Refusal.of(
                        "reached-otherwise",
                        "'" + seen.host() + "' was reached in another way than it is enrolled with"));
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        HostRow host = KnownHost.row(tx, seen.host());
        boolean news = silent(host, facts.now()) || otherwise(tx, host);
        if (!host.identity().machineId().equals(seen.identity().machineId())) {
            tx.workspaces().deleteAll(seen.host());
        }
        List<NewEvent> drift = ToolDrift.seen(tx, host, seen, facts.now());
        tx.fleet().answered(seen.host(), seen.identity(), seen.load(), seen.gates(), facts.now());
        ProvedIdentity of = ProvedIdentity.seen(seen.target(), seen.identity());
        seen.findings().forEach(finding -> tx.fleet().setCapability(seen.host(), finding, of, facts.now()));
        tx.fleet().forgetCapabilitiesBefore(seen.host(), facts.now());
        ControlRow control = tx.fleet().control(seen.host());
        if (control.version() != seen.controlVersion()) {
            return effect(host.state(), "outdated", false, true).with(drift);
        }
        HostLife.Cause cause = seen.redGate().isPresent() ? HostLife.Cause.UNFIT : HostLife.Cause.GREEN;
        HostState state = HostLife.next(host.state(), control.mode(), cause);
        boolean enrolled = host.enrolling() && seen.redGate().isEmpty();
        if (enrolled) {
            tx.fleet().enrolled(seen.host());
        }
        boolean moved = state != host.state();
        boolean otherReason = !host.reason().equals(seen.redGate());
        if (moved || otherReason) {
            tx.fleet().setState(seen.host(), state, seen.redGate());
        }
        boolean told = news || moved || enrolled || otherReason;
        return effect(state, moved ? "moved" : "renewed", moved || enrolled, told)
                .with(drift);
    }

    private boolean silent(HostRow host, Instant now) {
        boolean fresh = host.observedAt()
                .filter(at -> !at.plus(staleAfter).isBefore(now))
                .isPresent();
        return host.silentSince().isPresent() || !fresh;
    }

    /** Whether something else is seen than the last time, load and moment aside; asked before the look is recorded. */
    private boolean otherwise(WriteTransaction tx, HostRow host) {
        Set<Finding> before = tx.fleet().capabilities(seen.host()).stream()
                .map(row -> told(row.finding()))
                .collect(Collectors.toSet());
        return host.load1().isPresent() != seen.load().isPresent()
                || !host.identity().equals(seen.identity())
                || !before.equals(
                        seen.findings().stream().map(ObservedStep::told).collect(Collectors.toSet()));
    }

    /** What is there may be described otherwise at each look, as the room on a disk is, and is still what it was. */
    private static Finding told(Finding finding) {
        return finding.ok()
                ? new Finding(finding.command(), true, finding.required(), finding.version(), Optional.empty())
                : finding;
    }

    private Effect effect(HostState state, String reason, boolean movesRevision, boolean told) {
        NewEvent event = NewEvent.of("host-observed", "host", reason)
                .host(seen.host().value())
                .data(Map.of("state", state, "redGate", seen.redGate().orElse("")));
        return new Effect(
                Map.of("changed", movesRevision, "state", state), movesRevision, told ? List.of(event) : List.of());
    }
}
