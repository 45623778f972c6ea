package build.offload.kernel.controller;

import build.offload.kernel.reconcile.Transitions;
import build.offload.kernel.transition.Outcome;
import build.offload.kernel.transition.Pipeline;
import build.offload.kernel.transition.Request;
import build.offload.kernel.transition.Transition;

/** Hands what loops saw to a pipeline that another thread steps, and waits for the commit. */
record LivePipeline(Pipeline pipeline) implements Transitions {

    /** The name by which audit and events call the controller itself. */
    static final String ACTOR = "controller";

    @Override
    public Outcome apply(Transition transition) {
        return pipeline.submit(Request.internal(transition, ACTOR)).join();
    }
}
