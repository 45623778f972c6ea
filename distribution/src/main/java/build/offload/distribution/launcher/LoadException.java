package build.offload.distribution.launcher;

/** Thrown when a jar, a folder or a provider cannot become a plugin; says how far it came. */
final class LoadException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String stage;

    LoadException(String stage, String message) {
        super(message);
        this.stage = stage;
    }

    LoadException(String stage, Throwable cause) {
        super(causes(cause), cause);
        this.stage = stage;
    }

    String stage() {
        return stage;
    }

    /** Return the message of a failure with those below it, each said once. */
    static String causes(Throwable failure) {
        StringBuilder text = new StringBuilder();
        String before = "";
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            String said = described(cause);
            if (!before.contains(said)) {
                text.append(text.isEmpty() ? "" : "; because of ").append(said);
            }
            before = said;
        }
        return text.toString();
    }

    // The message of an exception may be code of the plugin, and as broken as the rest of it.
    private static String described(Throwable cause) {
        try {
            return cause.toString();
        } catch (RuntimeException | LinkageError | StackOverflowError unspeakable) {
            return cause.getClass().getName();
        }
    }
}
