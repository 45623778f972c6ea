package build.offload.kernel.reconcile;

import build.offload.spi.model.SecretName;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;

/** The store that the user keeps secrets in. Safe for many threads; may block, within bounds of its own. */
@FunctionalInterface
public interface SecretReader {

    /**
     * Return the value of each name.
     *
     * @throws IOException when one cannot be had; the message names it, the reason and the next step, and holds no value
     */
    Map<SecretName, String> read(Collection<SecretName> names) throws IOException;
}
