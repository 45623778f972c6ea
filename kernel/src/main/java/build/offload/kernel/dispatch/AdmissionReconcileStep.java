package build.offload.kernel.dispatch;

import build.offload.kernel.event.ChangeFollower;
import build.offload.kernel.event.NewEvent;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.kernel.transition.Transition.AdmissionReconcile;
import build.offload.spi.frontend.Controller.Refusal;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code admission-reconcile}: the commit wakes the loop, which reads everything anew and runs a dispatch pass. */
public record AdmissionReconcileStep(AdmissionReconcile verb) implements Step {

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        return Optional.empty();
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        int waiting = tx.queue().length();
        NewEvent event = NewEvent.of(ChangeFollower.RECONCILE, "queue", "operator")
                .data(verb.reason()
                        .<Map<String, Object>>map(reason -> Map.of("reason", reason))
                        .orElse(Map.of()));
        return new Effect(
                Map.of(
                        "changed",
                        waiting > 0,
                        "waiting",
                        waiting,
                        "pending",
                        waiting > 0 ? List.of("dispatch") : List.of()),
                true,
                List.of(event));
    }
}
