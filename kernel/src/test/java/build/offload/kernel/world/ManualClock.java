package build.offload.kernel.world;

import java.time.Duration;
import java.time.Instant;

/** Both clocks, standing still until a test moves them. */
public final class ManualClock implements WallClock, MonotonicClock {

    private volatile Instant now = Instant.parse("2026-03-01T09:00:00Z");
    private volatile long nanos;

    @Override
    public Instant now() {
        return now;
    }

    @Override
    public long nanos() {
        return nanos;
    }

    /** Let time pass. */
    public synchronized void advance(Duration duration) {
        now = now.plus(duration);
        nanos += duration.toNanos();
    }

    /** Set the wall clock alone, as an administrator or a suspend does. */
    public synchronized void jumpTo(Instant moment) {
        now = moment;
    }
}
