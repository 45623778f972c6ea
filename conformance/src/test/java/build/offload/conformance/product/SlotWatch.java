package build.offload.conformance.product;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Looks again and again how many slots of a host are in use, until it is closed, and keeps the highest number. */
final class SlotWatch implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofMinutes(5);

    private final Product product;
    private final String host;
    private final AtomicLong most = new AtomicLong();
    private volatile boolean ending;

    SlotWatch(Product product, String host) {
        this.product = product;
        this.host = host;
        Thread.ofVirtual().name("slots").start(this::watch);
    }

    private void watch() {
        Waits.until(LIMIT, "the end of the watch", () -> {
            look();
            return ending;
        });
    }

    private void look() {
        try {
            long used = product.read("hosts", host).number("slotsUsed").orElse(Long.MAX_VALUE);
            most.accumulateAndGet(used, Math::max);
        } catch (IOException unreadable) {
            most.set(Long.MAX_VALUE);
        }
    }

    /** Return the highest number seen so far. */
    long most() {
        return most.get();
    }

    @Override
    public void close() {
        ending = true;
    }
}
