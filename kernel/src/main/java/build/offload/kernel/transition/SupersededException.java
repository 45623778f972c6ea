package build.offload.kernel.transition;

/** Thrown when another process has taken up this controller's id: this one must not write any more. */
final class SupersededException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    SupersededException(String controllerId, long epoch) {
        super("controller " + controllerId + " was started again elsewhere; epoch " + epoch
                + " writes nothing any more. Stop this process");
    }
}
