package build.offload.kernel.reconcile;

import build.offload.kernel.transition.Outcome;
import build.offload.kernel.transition.Transition;

/** Where loops take what they saw: the one pipeline. Safe for use by several threads. */
public interface Transitions {

    /** Apply a transition and return what came of it; waits for the commit. */
    Outcome apply(Transition transition);
}
