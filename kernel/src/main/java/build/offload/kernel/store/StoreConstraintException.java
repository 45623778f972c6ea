package build.offload.kernel.store;

/** Thrown when a statement would break a rule of the schema. The statement did nothing; the transaction goes on. */
public final class StoreConstraintException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    StoreConstraintException(String message, Throwable cause) {
        super(message, cause);
    }
}
