package build.offload.kernel.world;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The machine's clock. */
final class SystemClocks {

    private SystemClocks() {}

    /** Return the present moment in the store's resolution. */
    static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MILLIS);
    }
}
