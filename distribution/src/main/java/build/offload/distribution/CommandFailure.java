package build.offload.distribution;

/**
 * Ends a command: the message goes to standard error, the code becomes the exit code. The message names the thing, the
 * reason and the next step.
 */
public final class CommandFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final ExitCode code;

    /** Create a failure with the words for the user. */
    public CommandFailure(ExitCode code, String message) {
        super(message);
        this.code = code;
    }

    /** Create a failure with the words for the user and what lies below it. */
    public CommandFailure(ExitCode code, String message, Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    /** Return the exit code. */
    public ExitCode code() {
        return code;
    }
}
