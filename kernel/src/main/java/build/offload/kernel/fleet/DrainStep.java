package build.offload.kernel.fleet;

import build.offload.kernel.store.ControlRow;
import build.offload.kernel.store.HostRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.kernel.transition.Transition.BoxDrain;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.model.HostState;
import java.util.List;
import java.util.Optional;

/** {@code box-drain}: admission to a host closes at once, whatever its state; what runs there goes on. */
public record DrainStep(BoxDrain verb) implements Step {

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        return KnownHost.builder(tx, verb.host())
                .or(() -> KnownHost.controlled(tx, verb.host()))
                .or(() -> ControlChange.stale(decide(tx, facts)));
    }

    private HostControl.Decision decide(ReadTransaction tx, Facts facts) {
        return HostControl.drain(tx.fleet().control(verb.host()), verb.expectedControlVersion(), facts.now());
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        HostRow host = KnownHost.row(tx, verb.host());
        ControlChange change = ControlChange.of(decide(tx, facts));
        ControlRow record = change.record();
        HostState state = HostLife.next(host.state(), record.mode(), HostLife.Cause.DRAIN);
        if (change.changed()) {
            change.write(tx, verb.host(), facts);
            tx.fleet().setState(verb.host(), state, host.reason());
        }
        List<String> pending = state == HostState.DRAINING ? List.of("maintenance") : List.of();
        return new Effect(
                change.result(verb.host(), state, pending),
                true,
                List.of(change.event("box-drain", verb.host(), state)));
    }
}
