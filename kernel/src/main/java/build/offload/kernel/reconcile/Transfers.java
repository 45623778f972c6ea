package build.offload.kernel.reconcile;

import build.offload.kernel.world.MonotonicClock;
import build.offload.spi.executor.TransferMeter;
import build.offload.spi.frontend.JobView.Moving;
import build.offload.spi.model.AttemptId;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How far what travels at the moment has come. Kept in memory alone, since a controller that starts again begins every transfer
 * anew. Watchers are woken for it now and then. Safe for use by several threads.
 */
public final class Transfers {

    private static final long TOLD_APART = Duration.ofMillis(250).toNanos();

    private final ProgressBoard board;
    private final MonotonicClock clock;
    private final Map<AttemptId, Moving> moving = new ConcurrentHashMap<>();

    /** Create transfers whose watchers wait at a board. */
    public Transfers(ProgressBoard board, MonotonicClock clock) {
        this.board = board;
        this.clock = clock;
    }

    /** Return what an attempt's transfer is to tell how far it has come; {@code what} travels. */
    TransferMeter meter(AttemptId attempt, String what) {
        long[] told = {clock.nanos()};
        return (bytes, total) -> {
            moving.put(attempt, new Moving(what, bytes, total));
            if (clock.nanos() - told[0] >= TOLD_APART) {
                told[0] = clock.nanos();
                board.move();
            }
        };
    }

    /** Take in that nothing of an attempt travels any more, however that ended. */
    void over(AttemptId attempt) {
        moving.remove(attempt);
    }

    /** Return how far what travels for an attempt has come; empty while nothing does. */
    public Optional<Moving> of(AttemptId attempt) {
        return Optional.ofNullable(moving.get(attempt));
    }
}
