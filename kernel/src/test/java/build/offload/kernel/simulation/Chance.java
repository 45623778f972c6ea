package build.offload.kernel.simulation;

import java.time.Duration;
import java.util.List;
import java.util.Random;

/** Everything that a simulation leaves to chance, out of one seed. */
final class Chance {

    private final Random random;

    Chance(long seed) {
        // Neighbouring seeds give neighbouring first numbers.
        random = new Random(seed * 0x9E3779B97F4A7C15L);
    }

    /** Return true once in so many times. */
    boolean oneIn(int times) {
        return random.nextInt(times) == 0;
    }

    /** Return a number from 0 on and below the bound. */
    int below(int bound) {
        return random.nextInt(bound);
    }

    /** Return a number between two, both included. */
    int between(int least, int most) {
        return random.nextInt(least, most + 1);
    }

    /** Return one of several. */
    <T> T of(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    /** Return a time between two numbers of seconds. */
    Duration seconds(int least, int most) {
        return Duration.ofMillis(random.nextLong(least * 1000L, most * 1000L + 1));
    }
}
