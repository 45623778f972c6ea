package build.offload.kernel.rig;

/** Thrown where a call would never come back; whoever made the call sees its time limit pass. */
final class Stalled extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Stalled(String where) {
        super(where + " never comes back");
    }
}
