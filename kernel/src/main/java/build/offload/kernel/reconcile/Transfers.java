package build.offload.kernel.reconcile;

import build.offload.kernel.world.MonotonicClock;
import build.offload.spi.executor.TransferMeter;
import build.offload.spi.frontend.JobView.Moving;
import build.offload.spi.model.AttemptId;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * How far what travels at the moment has come. Kept in memory alone, since a controller that starts again begins every transfer
 * anew. Watchers are woken for it now and then. Safe for use by several threads.
 */
public final class Transfers {

    private static final long TOLD_APART = Duration.ofMillis(250).toNanos();

    private final ProgressBoard board;
    private final MonotonicClock clock;
    private final Map<AttemptId, Meter> meters = new ConcurrentHashMap<>();

    /** Create transfers whose watchers wait at a board. */
    public Transfers(ProgressBoard board, MonotonicClock clock) {
        this.board = board;
        this.clock = clock;
    }

    /**
     * Carry a transfer of an attempt out, {@code what} travelling, and show how far it has come until it is over, however that
     * ends; a call that was given up may go on telling, and nobody sees it.
     */
    <R> R during(AttemptId attempt, String what, Function<TransferMeter, R> transfer) {
        Meter meter = new Meter(what);
        meters.put(attempt, meter);
        try {
            return transfer.apply(meter);
        } finally {
            meters.remove(attempt, meter);
        }
    }

    /** Return how far what travels for an attempt has come; empty while nothing does. */
    public Optional<Moving> of(AttemptId attempt) {
        return Optional.ofNullable(meters.get(attempt)).flatMap(meter -> meter.moving);
    }

    private final class Meter implements TransferMeter {
        private final String what;
        private long toldAt = clock.nanos();
        private volatile Optional<Moving> moving = Optional.empty();

        private Meter(String what) {
            this.what = what;
        }

        @Override
        public void at(long bytes, OptionalLong total) {
            moving = Optional.of(new Moving(what, bytes, total));
            long now = clock.nanos();
            if (now - toldAt >= TOLD_APART) {
                toldAt = now;
                board.move();
            }
        }
    }
}
