package build.offload.kernel.world;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Wakes one waiting loop. Raised several times before the loop looks, it wakes the loop once. What is raised right after a wake
 * is left to gather for a moment, since a pass costs much the same whether it finds one change or fifty.
 */
public final class Signal {

    private final Semaphore raised = new Semaphore(0);
    private final Duration spacing;
    private long woken;

    /** Create a signal that wakes its loop at once, but not again before so much time has passed. */
    public Signal(Duration spacing) {
        this.spacing = spacing;
        this.woken = System.nanoTime() - spacing.toNanos();
    }

    /** Wake the loop, now or when it next waits. Never blocks. */
    public void raise() {
        raised.release();
    }

    /**
     * Wait until the signal is raised or {@code limit} has passed, and lower it. For one thread.
     *
     * @return whether it was raised
     * @throws InterruptedException when the waiting thread is interrupted
     */
    public boolean await(Duration limit) throws InterruptedException {
        boolean seen = raised.tryAcquire(limit.toNanos(), TimeUnit.NANOSECONDS);
        if (seen) {
            gather();
        }
        raised.drainPermits();
        woken = System.nanoTime();
        return seen;
    }

    private void gather() throws InterruptedException {
        long left = woken + spacing.toNanos() - System.nanoTime();
        if (left > 0) {
            TimeUnit.NANOSECONDS.sleep(left);
        }
    }
}
