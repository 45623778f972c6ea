package build.offload.kernel.reconcile;

import build.offload.kernel.world.MonotonicClock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Spaces out tries of what keeps failing: after each failure twice as long as before, within bounds. Held in memory only; a
 * controller that starts anew tries at once. Time is that of the monotonic clock, so that hours in which this machine was
 * suspended are not counted against a host that had no chance to answer. Safe for use by several threads.
 */
final class Backoff {

    private static final Duration FIRST = Duration.ofMillis(500);
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final MonotonicClock clock;
    private final Map<String, Pause> pauses = new ConcurrentHashMap<>();

    Backoff(MonotonicClock clock) {
        this.clock = clock;
    }

    private record Pause(long since, long until, Duration length) {}

    /** Return whether a key may be tried. */
    boolean ready(String key) {
        Pause pause = pauses.get(key);
        return pause == null || clock.nanos() - pause.until() >= 0;
    }

    /** Record a failure, and return for how long this key has been failing without a success between. */
    Duration failed(String key) {
        long now = clock.nanos();
        Pause first = new Pause(now, now + FIRST.toNanos(), FIRST);
        Pause next = pauses.merge(key, first, (old, _) -> longer(old, now));
        return Duration.ofNanos(now - next.since());
    }

    private static Pause longer(Pause old, long now) {
        Duration doubled = old.length().multipliedBy(2);
        Duration length = doubled.compareTo(LONGEST) > 0 ? LONGEST : doubled;
        return new Pause(old.since(), now + length.toNanos(), length);
    }

    /** Return for how long a key has been failing without a success between. */
    Duration failing(String key) {
        Pause pause = pauses.get(key);
        return pause == null ? Duration.ZERO : Duration.ofNanos(clock.nanos() - pause.since());
    }

    /** Record a success, or that the key is tried no more. */
    void succeeded(String key) {
        pauses.remove(key);
    }
}
