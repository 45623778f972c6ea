package build.offload.kernel.reconcile;

import build.offload.kernel.world.MonotonicClock;
import build.offload.spi.model.AttemptId;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Knows which attempts were seen since the time could last be trusted: since this controller started, and since the wall clock
 * and the monotonic clock last disagreed, as they do when this machine was suspended or its clock was set. What expires by
 * time alone expires only for an attempt that was seen since: what ended meanwhile must be found ended, not cut off.
 *
 * <p>{@link #pass} is called by the loop's thread; the rest is safe for use by several threads.
 */
final class Sightings {

    /** Clocks that are corrected bit by bit stay within this; a pass that was held up does not count, as both clocks went on. */
    private static final Duration AGREED = Duration.ofSeconds(10);

    private final MonotonicClock clock;
    private final Map<AttemptId, Long> seenAt = new ConcurrentHashMap<>();
    private final Map<AttemptId, Run> runs = new ConcurrentHashMap<>();
    private volatile long trustedSince;
    private volatile boolean disagreed;
    private Instant lastWall = Instant.MIN;
    private long lastNanos;

    /** How long a command had run by the wall clock when it was first met, and when that was by the other one. */
    private record Run(Duration before, long metAt) {}

    Sightings(MonotonicClock clock) {
        this.clock = clock;
        this.trustedSince = clock.nanos();
    }

    /** Find out whether the clocks still agree. */
    void pass(Instant now) {
        long nanos = clock.nanos();
        if (!lastWall.equals(Instant.MIN)) {
            Duration apart = Duration.between(lastWall, now).minusNanos(nanos - lastNanos);
            if (apart.abs().compareTo(AGREED) > 0) {
                disagreed = true;
                trustedSince = nanos;
            }
        }
        lastWall = now;
        lastNanos = nanos;
    }

    /** Forget all attempts but these. */
    void keepOnly(Set<AttemptId> attempts) {
        seenAt.keySet().retainAll(attempts);
        runs.keySet().retainAll(attempts);
    }

    /** Record that the host has just said how an attempt stands. */
    void seen(AttemptId attempt) {
        seenAt.put(attempt, clock.nanos());
    }

    /** Return whether an attempt was seen since the time can be trusted. */
    boolean current(AttemptId attempt) {
        Long at = seenAt.get(attempt);
        return at != null && at - trustedSince >= 0;
    }

    /**
     * Return whether there was time enough to see an attempt whose host is within reach. A controller that has just started
     * makes a new connection; one whose machine was suspended has first to find out that the old one is dead.
     */
    boolean couldHaveBeenSeen(LoopSettings settings) {
        Duration enough = disagreed ? settings.lostAfter() : settings.callLimit();
        return clock.nanos() - trustedSince >= enough.toNanos();
    }

    /**
     * Return how long a command has run that started at a moment of the wall clock: by the clock that says longer. One stands
     * still while this machine is suspended and begins anew with each controller, the other may be set back. Where it was set
     * back to before the start, the command has run for no less than since then.
     */
    Duration ran(AttemptId attempt, Instant started, Instant now) {
        Duration between = Duration.between(started, now);
        Duration byWall = between.isNegative() ? Duration.ZERO : between;
        Run run = runs.computeIfAbsent(attempt, _ -> new Run(byWall, clock.nanos()));
        Duration byOwn = run.before().plusNanos(clock.nanos() - run.metAt());
        return byWall.compareTo(byOwn) > 0 ? byWall : byOwn;
    }
}
