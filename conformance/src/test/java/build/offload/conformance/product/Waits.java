package build.offload.conformance.product;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Waits for what another process brings about: a look every few milliseconds, and a failure that names what did not come. */
final class Waits {

    private static final Duration LIMIT = Duration.ofSeconds(40);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

    private Waits() {}

    /** A look at the world that may fail. */
    interface Look<T> {
        T look() throws Exception;
    }

    static void until(String what, Look<Boolean> look) {
        forValue(what, () -> look.look() ? Optional.of(true) : Optional.empty());
    }

    /** Wait longer than is usual. */
    static void until(Duration limit, String what, Look<Boolean> look) {
        forValue(limit, () -> what, () -> look.look() ? Optional.of(true) : Optional.empty());
    }

    static <T> T forValue(String what, Look<Optional<T>> look) {
        return forValue(() -> what, look);
    }

    /** Wait for something whose description may say how things stand when the time is up. */
    static <T> T forValue(Supplier<String> what, Look<Optional<T>> look) {
        return forValue(LIMIT, what, look);
    }

    private static <T> T forValue(Duration limit, Supplier<String> what, Look<Optional<T>> look) {
        long deadline = System.nanoTime() + limit.toNanos();
        while (true) {
            Optional<T> seen = seen(look);
            if (seen.isPresent()) {
                return seen.get();
            }
            if (System.nanoTime() > deadline) {
                throw new AssertionError("did not come about within " + limit.toSeconds() + " s: " + what.get());
            }
            LockSupport.parkNanos(LOOK_AGAIN.toNanos());
        }
    }

    private static <T> Optional<T> seen(Look<Optional<T>> look) {
        try {
            return look.look();
        } catch (Exception failure) {
            throw new IllegalStateException("looking failed", failure);
        }
    }
}
