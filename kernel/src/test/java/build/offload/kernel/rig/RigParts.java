package build.offload.kernel.rig;

import build.offload.kernel.reconcile.Transitions;
import build.offload.kernel.transition.Steps;
import java.util.function.UnaryOperator;

/**
 * What a test puts around or in place of parts of a rig's controllers.
 *
 * @param rules around the steps of the product
 * @param transitions around the way by which loops take what they saw
 * @param capturing how checkouts are captured
 */
public record RigParts(UnaryOperator<Steps> rules, UnaryOperator<Transitions> transitions, Capturing capturing) {

    /** Return the parts of the product, and git. */
    public static RigParts ofTheProduct() {
        return new RigParts(UnaryOperator.identity(), UnaryOperator.identity(), Capturing.BY_GIT);
    }
}
