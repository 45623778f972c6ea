package build.offload.kernel.status;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How the reconcile loop fares.
 *
 * @param startedAt when it was started; a loop that never passed is measured from there
 * @param lastPassAt when its last pass ended; absent before the first
 * @param lastPassFailed whether any part of that pass went wrong
 * @param period how often it should pass
 */
public record LoopState(Instant startedAt, Optional<Instant> lastPassAt, boolean lastPassFailed, Duration period) {

    private static final int PERIODS = 3;

    /** Return whether the last pass went well and is at most three periods old. */
    public boolean healthy(Instant now) {
        Instant overdue = lastPassAt.orElse(startedAt).plus(period.multipliedBy(PERIODS));
        return !lastPassFailed && !now.isAfter(overdue);
    }
}
