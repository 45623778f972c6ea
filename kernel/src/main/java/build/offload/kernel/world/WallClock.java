package build.offload.kernel.world;

import java.time.Instant;

/** The time people and other machines speak of. It may jump; durations are measured with {@link MonotonicClock}. */
@FunctionalInterface
public interface WallClock {

    /** Return the present moment, to the millisecond: what is stored reads back equal. */
    Instant now();
}
