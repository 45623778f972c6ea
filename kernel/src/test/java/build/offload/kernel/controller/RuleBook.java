package build.offload.kernel.controller;

import build.offload.kernel.dispatch.DispatchPolicy;
import build.offload.kernel.transition.Steps;

/** Lets tests of other packages run the controller's own steps. */
public final class RuleBook {

    private RuleBook() {}

    /** Return the step of every transition, as the controller has them. */
    @SuppressWarnings("exports") // For tests of this module alone; the launcher never sees test classes.
    public static Steps of(DispatchPolicy dispatch) {
        return new Rules(() -> dispatch);
    }
}
