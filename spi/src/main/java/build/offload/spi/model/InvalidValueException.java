package build.offload.spi.model;

/** Thrown when a value of the domain is built from something that cannot be one; names the field and the reason. */
public final class InvalidValueException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String field;

    /** Create an exception for the named field; {@code reason} completes the sentence "<field> …". */
    public InvalidValueException(String field, String reason) {
        super(field + " " + reason);
        this.field = field;
    }

    /** Return the name of the field that was wrong. */
    public String field() {
        return field;
    }
}
