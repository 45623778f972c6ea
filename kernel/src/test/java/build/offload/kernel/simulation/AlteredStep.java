package build.offload.kernel.simulation;

import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.spi.frontend.Controller.Refusal;
import java.util.Optional;

/** A step of the product of which something is left out or added. */
record AlteredStep(Step step, Alteration alteration) implements Step {

    /** What is done in place of what the step does. */
    @FunctionalInterface
    interface Alteration {
        Effect apply(Step step, WriteTransaction tx, Facts facts);

        /** Return why it cannot be; by itself what the step says. */
        default Optional<Refusal> guard(Step step, ReadTransaction tx, Facts facts) {
            return step.guard(tx, facts);
        }
    }

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        return alteration.guard(step, tx, facts);
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        return alteration.apply(step, tx, facts);
    }
}
