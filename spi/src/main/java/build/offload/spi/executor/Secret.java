package build.offload.spi.executor;

import build.offload.spi.model.SecretName;

/**
 * A secret on its way to a command.
 *
 * @param value what its file holds; empty for one that could not be had
 */
public record Secret(SecretName name, String value) {

    /** Return the secret of a name whose value could not be had. */
    public static Secret withheld(SecretName name) {
        return new Secret(name, "");
    }

    /** Return the name; the value is never shown. */
    @Override
    public String toString() {
        return name.toString();
    }
}
