package build.offload.kernel.json;

/** Thrown when a text is not the JSON that was asked for, or a value has no JSON form. */
public final class JsonException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    JsonException(String message) {
        super(message);
    }

    JsonException(String message, Throwable cause) {
        super(message, cause);
    }
}
