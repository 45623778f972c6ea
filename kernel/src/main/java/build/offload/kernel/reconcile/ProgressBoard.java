package build.offload.kernel.reconcile;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Tells everybody who waits that something moved: a commit, or output of a running command. It carries no news itself;
 * whoever is woken reads again. Safe for use by several threads.
 */
public final class ProgressBoard {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();
    private long version;

    /** Return the number of moves so far. */
    public long version() {
        lock.lock();
        try {
            return version;
        } finally {
            lock.unlock();
        }
    }

    /** Wake everybody. */
    public void move() {
        lock.lock();
        try {
            version++;
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Wait until there was a move after {@code seen}, or the limit has passed. */
    public void awaitAfter(long seen, Duration limit) throws InterruptedException {
        long nanos = limit.toNanos();
        lock.lock();
        try {
            while (version == seen && nanos > 0) {
                nanos = moved.awaitNanos(nanos);
            }
        } finally {
            lock.unlock();
        }
    }
}
