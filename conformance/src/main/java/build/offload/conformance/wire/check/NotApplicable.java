package build.offload.conformance.wire.check;

/** Says that the server, as it stands, gives a check nothing to look at. */
public final class NotApplicable extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Say what is missing. */
    public NotApplicable(String reason) {
        super(reason);
    }
}
