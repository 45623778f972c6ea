package build.offload.kernel.fleet;

import build.offload.kernel.event.NewEvent;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.kernel.transition.Transition.SetDesiredMode;
import build.offload.spi.frontend.Controller.Refusal;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Declares the cluster's desired mode; {@code draining} and {@code maintenance} close admission everywhere. */
public record DesiredModeStep(SetDesiredMode operation) implements Step {

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        return Optional.empty();
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        boolean changed = tx.cluster().desired() != operation.mode();
        tx.cluster().setDesired(operation.mode());
        NewEvent event = NewEvent.of("desired-mode", "controller", changed ? "operator" : "unchanged")
                .data(Map.of("mode", operation.mode()));
        return new Effect(
                Map.of("changed", changed, "desired", operation.mode(), "pending", List.of()), true, List.of(event));
    }
}
