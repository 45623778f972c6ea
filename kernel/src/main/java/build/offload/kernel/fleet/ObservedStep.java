package build.offload.kernel.fleet;

import build.offload.kernel.event.NewEvent;
import build.offload.kernel.store.ControlRow;
import build.offload.kernel.store.HostRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.kernel.transition.Transition.HostObserved;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.model.HostState;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Takes in what a host answered, and moves it on when that is a reason to. */
public record ObservedStep(HostObserved seen) implements Step {

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        return KnownHost.required(tx, seen.host());
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        HostRow host = KnownHost.row(tx, seen.host());
        tx.fleet().answered(seen.host(), seen.identity(), seen.load(), facts.now());
        seen.findings().forEach(finding -> tx.fleet().setCapability(seen.host(), finding, facts.now()));
        tx.fleet().forgetCapabilitiesBefore(seen.host(), facts.now());
        ControlRow control = tx.fleet().control(seen.host());
        if (control.version() != seen.controlVersion()) {
            return effect(host.state(), "outdated", false);
        }
        HostLife.Cause cause = seen.redGate().isPresent() ? HostLife.Cause.UNFIT : HostLife.Cause.GREEN;
        HostState state = HostLife.next(host.state(), control.mode(), cause);
        boolean enrolled = host.enrolling() && seen.redGate().isEmpty();
        if (enrolled) {
            tx.fleet().enrolled(seen.host());
        }
        boolean moved = state != host.state();
        if (moved || !host.reason().equals(seen.redGate())) {
            tx.fleet().setState(seen.host(), state, seen.redGate());
        }
        return effect(state, moved ? "moved" : "unchanged", moved || enrolled);
    }

    private Effect effect(HostState state, String reason, boolean movesRevision) {
        NewEvent event = NewEvent.of("host-observed", "host", reason)
                .host(seen.host().value())
                .data(Map.of("state", state, "redGate", seen.redGate().orElse("")));
        return new Effect(Map.of("changed", movesRevision, "state", state), movesRevision, List.of(event));
    }
}
