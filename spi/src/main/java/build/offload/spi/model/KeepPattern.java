package build.offload.spi.model;

/**
 * Names what a build leaves for the next one of its checkout: written as an {@link OutputPattern}, with {@code *} and {@code **}
 * as its only wildcards, which every host can match by itself and without doubt.
 */
public record KeepPattern(String value) {

    public KeepPattern {
        value = new OutputPattern(value).value();
        if (value.indexOf('?') >= 0 || value.indexOf('[') >= 0) {
            throw new InvalidValueException("keep", "'" + value + "': only * and ** stand for something here");
        }
    }

    /** Return whether what a build left at the path is kept. */
    public boolean matches(OutputPath path) {
        return new OutputPattern(value).matches(path);
    }

    @Override
    public String toString() {
        return value;
    }
}
