package build.offload.kernel.dispatch;

import build.offload.kernel.event.NewEvent;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.spi.frontend.Controller.Refusal;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes down that dispatch is wedged no longer. */
public record FreedStep() implements Step {

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        return tx.incidents().open(WedgedStep.INCIDENT, "").isPresent()
                ? Optional.empty()
                : Optional.of(Refusal.of("no-wedge", "dispatch was not wedged"));
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        tx.incidents().close(WedgedStep.INCIDENT, "", facts.now());
        return new Effect(
                Map.of("changed", true), false, List.of(NewEvent.of("dispatch-freed", "queue", "dispatching")));
    }
}
