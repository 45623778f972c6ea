package build.offload.spi.executor;

/** Thrown when a host did not do what it was asked, or it cannot be known whether it did. */
public final class ExecutorException extends Exception {

    private static final long serialVersionUID = 1L;

    /** What kind of failure it was; decides whether the attempt may be placed again by itself. */
    public enum Kind {
        /** No connection could be made; nothing was done. */
        UNREACHABLE,
        /** The host offered another key than the pinned one; nothing was done. */
        HOST_KEY_MISMATCH,
        /** The host refused the log-in; nothing was done. */
        LOGIN_REFUSED,
        /** The connection broke or fell silent; what was asked may or may not have been done. */
        CONNECTION_LOST,
        /** The host has no room left. */
        DISK_FULL,
        /** The host lacks a program that the executor itself needs. */
        CAPABILITY_MISSING,
        /** The host answered something that cannot be right. */
        PROTOCOL
    }

    private final Kind kind;

    /** Create an exception; the message says what was asked, of whom, and what came back. */
    public ExecutorException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    /** Create an exception with the failure below it. */
    public ExecutorException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    /** Return what kind of failure it was. */
    public Kind kind() {
        return kind;
    }
}
