package build.offload.kernel.store;

/** Thrown when a store's schema is newer than this program, or is not what its migrations made. Nothing was changed. */
public final class SchemaException extends StoreUnavailableException {

    private static final long serialVersionUID = 1L;

    SchemaException(String message) {
        super(message);
    }
}
