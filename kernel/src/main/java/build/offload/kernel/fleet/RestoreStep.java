package build.offload.kernel.fleet;

import build.offload.kernel.fleet.HostControl.Decision;
import build.offload.kernel.store.ControlRow;
import build.offload.kernel.store.HostRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.kernel.transition.Transition.BoxRestore;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.model.HostGate;
import build.offload.spi.model.HostState;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** {@code box-restore}: a host is on its way back, and takes jobs again once a fresh look finds its four gates green. */
public record RestoreStep(BoxRestore verb) implements Step {

    /** What a host on its way back has to pass. */
    static final List<String> GATES =
            Stream.of(HostGate.values()).map(HostGate::word).toList();

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        return KnownHost.builder(tx, verb.host())
                .or(() -> KnownHost.controlled(tx, verb.host()))
                .or(() -> ControlChange.stale(decide(tx, facts)))
                .or(() -> nothingToRestore(tx, facts));
    }

    private Optional<Refusal> nothingToRestore(ReadTransaction tx, Facts facts) {
        HostState state = KnownHost.row(tx, verb.host()).state();
        boolean inService = state == HostState.AVAILABLE || state == HostState.RESTORING;
        boolean repeated = verb.expectedControlVersion().isPresent() && decide(tx, facts) instanceof Decision.Unchanged;
        return inService && !repeated
                ? Optional.of(Refusal.of(
                        "nothing-to-restore",
                        "'" + verb.host() + "' is neither draining, nor in maintenance, nor degraded"))
                : Optional.empty();
    }

    /** A caller that names no version means the present one; the revision it names guards it against a drain between. */
    private Decision decide(ReadTransaction tx, Facts facts) {
        ControlRow current = tx.fleet().control(verb.host());
        long meant = verb.expectedControlVersion().orElse(current.version());
        return HostControl.restore(current, OptionalLong.of(meant), facts.now());
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        HostRow host = KnownHost.row(tx, verb.host());
        ControlChange change = ControlChange.of(decide(tx, facts));
        HostState state = host.state();
        if (change.changed()) {
            state = HostLife.next(state, change.record().mode(), HostLife.Cause.RESTORE);
            change.write(tx, verb.host(), facts);
            tx.fleet().setState(verb.host(), state, Optional.empty());
        }
        List<String> pending = state == HostState.RESTORING ? GATES : List.of();
        return new Effect(
                change.result(verb.host(), state, pending),
                true,
                List.of(change.event("box-restore", verb.host(), state)));
    }
}
