package build.offload.conformance.wire.check;

/** Says that the server breaks the rule under examination, and how. */
public final class Violation extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Say what was expected and what came. */
    public Violation(String message) {
        super(message);
    }
}
