package build.offload.kernel.store;

import java.time.Duration;

/**
 * How a store is opened.
 *
 * @param busyTimeout how long a statement waits for another process's lock
 * @param readers how many reads run at once
 * @param logLimitBytes the size above which the write-ahead log is cut back
 */
public record StoreSettings(Duration busyTimeout, int readers, long logLimitBytes) {

    public StoreSettings {
        if (busyTimeout.isNegative() || readers < 1 || logLimitBytes < 1) {
            throw new IllegalArgumentException("busyTimeout, readers and logLimitBytes must be positive");
        }
    }

    /** Return what suits one controller on one machine. */
    public static StoreSettings defaults() {
        return new StoreSettings(Duration.ofSeconds(5), 2, 64L << 20);
    }
}
