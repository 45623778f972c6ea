package build.offload.kernel.fleet;

import build.offload.kernel.event.NewEvent;
import build.offload.kernel.store.HostRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.kernel.transition.Transition.HostIdle;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.model.HostState;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code draining → maintenance}, only when nothing of ours runs on the host; no CI runner can be declared yet, so its CI
 * counts as idle.
 */
public record IdleStep(HostIdle seen) implements Step {

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        return KnownHost.builder(tx, seen.host()).or(() -> notIdle(tx));
    }

    private Optional<Refusal> notIdle(ReadTransaction tx) {
        boolean draining = KnownHost.row(tx, seen.host()).state() == HostState.DRAINING;
        boolean idle =
                tx.jobs().activeAttempts(seen.host()).isEmpty() && tx.queue().slotsTaken(seen.host()) == 0;
        return draining && idle
                ? Optional.empty()
                : Optional.of(Refusal.of("not-idle", "'" + seen.host() + "' is not both draining and idle"));
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        HostRow host = KnownHost.row(tx, seen.host());
        HostState state =
                HostLife.next(host.state(), tx.fleet().control(seen.host()).mode(), HostLife.Cause.IDLE);
        tx.fleet().setState(seen.host(), state, Optional.empty());
        return new Effect(
                Map.of("changed", true, "state", state),
                true,
                List.of(NewEvent.of("host-maintenance", "host", "idle")
                        .host(seen.host().value())));
    }
}
