package build.offload.kernel.rig;

/** Remembers that the call under way would never come back, whatever the code around it makes of the exception. */
final class Stalls {

    private boolean raised;

    /** End the call under way in a way that its caller never sees. */
    void raise() {
        raised = true;
        throw new Stalled();
    }

    /** Return whether the last call would never have come back. */
    boolean lower() {
        boolean was = raised;
        raised = false;
        return was;
    }

    /** Thrown to get out of a call that would never come back. */
    static final class Stalled extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private Stalled() {
            super("this call never comes back");
        }
    }
}
