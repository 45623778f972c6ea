package build.offload.conformance.product;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/** Looks again and again how many slots of a host are in use, until it is closed, and keeps the highest number. */
final class SlotWatch implements AutoCloseable {

    private final Product product;
    private final String host;
    private final AtomicLong most = new AtomicLong();
    private final Thread watcher;
    private volatile boolean ending;

    SlotWatch(Product product, String host) {
        this.product = product;
        this.host = host;
        this.watcher = Thread.ofVirtual().name("slots").start(this::watch);
    }

    private void watch() {
        try {
            while (!ending) {
                long used = product.read("hosts", host).number("slotsUsed").orElse(Long.MAX_VALUE);
                most.accumulateAndGet(used, Math::max);
                Thread.sleep(10);
            }
        } catch (IOException unreadable) {
            most.set(Long.MAX_VALUE);
        } catch (InterruptedException closed) {
            return;
        }
    }

    /** Return the highest number seen so far. */
    long most() {
        return most.get();
    }

    @Override
    public void close() {
        ending = true;
        watcher.interrupt();
    }
}
