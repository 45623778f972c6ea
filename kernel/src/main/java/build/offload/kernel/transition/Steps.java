package build.offload.kernel.transition;

/** Says which step a transition is; supplied by the packages above, which own the rows. */
@FunctionalInterface
public interface Steps {

    /** Return the step of a transition. */
    Step of(Transition transition);
}
