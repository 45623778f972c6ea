package build.offload.kernel.world;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Wakes one waiting loop. Raised several times before the loop looks, it wakes the loop once. */
public final class Signal {

    private final Semaphore raised = new Semaphore(0);

    /** Wake the loop, now or when it next waits. Never blocks. */
    public void raise() {
        raised.release();
    }

    /**
     * Wait until the signal is raised or {@code limit} has passed, and lower it.
     *
     * @return whether it was raised
     * @throws InterruptedException when the waiting thread is interrupted
     */
    public boolean await(Duration limit) throws InterruptedException {
        boolean seen = raised.tryAcquire(limit.toNanos(), TimeUnit.NANOSECONDS);
        raised.drainPermits();
        return seen;
    }
}
