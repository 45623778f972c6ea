package build.offload.kernel.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Spaces out tries of what keeps failing: after each failure twice as long as before, within bounds. Held in memory only; a
 * controller that starts anew tries at once. Safe for use by several threads.
 */
public final class Backoff {

    private static final Duration FIRST = Duration.ofMillis(500);
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final Map<String, Pause> pauses = new ConcurrentHashMap<>();

    private record Pause(Instant since, Instant until, Duration length) {}

    /** Return whether a key may be tried. */
    public boolean ready(String key, Instant now) {
        Pause pause = pauses.get(key);
        return pause == null || !now.isBefore(pause.until());
    }

    /** Record a failure, and return for how long this key has been failing without a success between. */
    public Duration failed(String key, Instant now) {
        Pause next = pauses.merge(key, new Pause(now, now.plus(FIRST), FIRST), (old, _) -> longer(old, now));
        return Duration.between(next.since(), now);
    }

    private static Pause longer(Pause old, Instant now) {
        Duration doubled = old.length().multipliedBy(2);
        Duration length = doubled.compareTo(LONGEST) > 0 ? LONGEST : doubled;
        return new Pause(old.since(), now.plus(length), length);
    }

    /** Record a success. */
    public void succeeded(String key) {
        pauses.remove(key);
    }
}
