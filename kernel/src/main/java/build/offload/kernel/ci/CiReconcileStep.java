package build.offload.kernel.ci;

import build.offload.kernel.event.NewEvent;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.kernel.transition.Transition.CiReconcile;
import build.offload.spi.frontend.Controller.Refusal;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code ci-reconcile}: no host can declare a CI runner yet, so there is nothing to drive. */
public record CiReconcileStep(CiReconcile verb) implements Step {

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        return verb.host()
                .filter(host -> tx.fleet().host(host).isEmpty())
                .map(host -> Refusal.of("unknown-host", "there is no host '" + host + "'"));
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        return new Effect(
                Map.of("changed", false, "pending", List.of()),
                true,
                List.of(NewEvent.of("ci-reconcile", "ci", "none-declared")));
    }
}
