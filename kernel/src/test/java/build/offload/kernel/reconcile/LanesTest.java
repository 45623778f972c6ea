package build.offload.kernel.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.rig.LaneQueue;
import build.offload.kernel.world.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One effect at a time under each key, and a rest after each failure. */
class LanesTest {

    private final ManualClock clock = new ManualClock();
    private final LaneQueue queue = new LaneQueue();
    private final List<String> done = new ArrayList<>();
    private int wakes;
    private final Lanes lanes = new Lanes(queue, clock, () -> wakes++);

    @Test
    void effectUnderABusyKeyIsNotBegun() {
        lanes.run("a", () -> done.add("first"));
        lanes.run("a", () -> done.add("second"));
        lanes.run("b", () -> done.add("other"));
        assertThat(lanes.isBusy("a")).isTrue();
        queue.drain();

        assertThat(done).containsExactly("first", "other");
        assertThat(lanes.isBusy("a")).isFalse();
        assertThat(wakes).isEqualTo(2);
    }

    @Test
    void busyLanesAreCountedByTheirPrefix() {
        lanes.run("host/a", () -> {});
        lanes.run("host/b", () -> {});
        lanes.run("sweep/a", () -> {});

        assertThat(lanes.busy("host/")).isEqualTo(2);
    }

    @Test
    void effectThatThrowsFreesItsKeyAndRestsBeforeItsNextTry() {
        lanes.run("a", () -> {
            throw new IllegalStateException("as scripted");
        });
        queue.drain();
        lanes.run("a", () -> done.add("too early"));
        queue.drain();
        assertThat(done).isEmpty();
        assertThat(wakes).isEqualTo(1);

        clock.advance(Duration.ofMillis(500));
        lanes.run("a", () -> done.add("rested"));
        queue.drain();

        assertThat(done).containsExactly("rested");
    }

    @Test
    void restsGrowToThirtySecondsAndASuccessEndsThem() {
        List<Long> rests = new ArrayList<>();
        for (int failure = 0; failure < 9; failure++) {
            lanes.failed("a");
            rests.add(rest());
        }

        assertThat(rests).containsExactly(500L, 1000L, 2000L, 4000L, 8000L, 16000L, 30000L, 30000L, 30000L);
        lanes.succeeded("a");
        lanes.failed("a");
        assertThat(rest()).isEqualTo(500);
    }

    /** Let time pass until a lane may be used again, and return how long that took, in milliseconds. */
    private long rest() {
        long millis = 0;
        int before = done.size();
        while (done.size() == before) {
            clock.advance(Duration.ofMillis(500));
            millis += 500;
            lanes.run("a", () -> done.add("again"));
            queue.drain();
        }
        return millis;
    }

    @Test
    void failingIsMeasuredFromTheFirstFailureByTheClockThatStandsStillInSuspend() {
        assertThat(lanes.failed("a")).isZero();
        clock.advance(Duration.ofSeconds(20));
        clock.jumpTo(clock.now().plus(Duration.ofHours(5)));

        assertThat(lanes.failed("a")).isEqualTo(Duration.ofSeconds(20));
    }
}
