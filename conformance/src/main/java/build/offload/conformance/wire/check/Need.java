package build.offload.conformance.wire.check;

/** What a check cannot do without. */
public enum Need {
    /** Leave to change the server's state, though harmlessly. */
    COMMITS("it commits a harmless verb, and --read-only was given"),
    /** A host that may be drained and restored. */
    HOST("it drains, restores or quarantines a host; name one with --host"),
    /** A token of the role {@code deck}. */
    DECK_TOKEN("it needs a second token, of the role deck; name its file with --deck-token-file");

    private final String reason;

    Need(String reason) {
        this.reason = reason;
    }

    /** Return why a check is skipped where this is missing. */
    public String reason() {
        return reason;
    }
}
