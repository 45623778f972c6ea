package build.offload.kernel.store;

/**
 * Thrown when the store cannot be read or written: busy, full, damaged, replaced, or of another version. Whatever was being
 * written is not committed.
 */
public class StoreUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Create an exception whose message names the store, the reason and what to do. */
    public StoreUnavailableException(String message) {
        super(message);
    }

    /** Create an exception over what the database said. */
    public StoreUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
