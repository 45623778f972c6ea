package build.offload.plugin.http;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The requests under way, so that a stop can wait for them. A request that only watches is told to end instead: it would go on
 * for a minute and loses nothing.
 */
final class InFlight {

    private final Lock lock = new ReentrantLock();
    private final Condition idle = lock.newCondition();
    private final Set<Thread> watchers = new HashSet<>();
    private int count;
    private boolean closing;

    /** Count a request in; false when no more are taken. */
    boolean enter() {
        lock.lock();
        try {
            if (!closing) {
                count++;
            }
            return !closing;
        } finally {
            lock.unlock();
        }
    }

    /** Count a request out that was counted in. */
    void leave() {
        lock.lock();
        try {
            count--;
            if (count == 0) {
                idle.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    boolean closing() {
        lock.lock();
        try {
            return closing;
        } finally {
            lock.unlock();
        }
    }

    /** Run something that may be interrupted when the server stops. */
    void watching(Runnable action) {
        Thread current = Thread.currentThread();
        setWatching(current, true);
        try {
            action.run();
        } finally {
            setWatching(current, false);
            if (closing()) {
                // What interrupted the wait must not also break the last line on its way to the client.
                Thread.interrupted();
            }
        }
    }

    /** Take no more requests, and wait until those under way are done or the grace is over. */
    void close(Duration grace) throws InterruptedException {
        lock.lock();
        try {
            closing = true;
            watchers.forEach(Thread::interrupt);
            long left = grace.toNanos();
            while (count > 0 && left > 0) {
                left = idle.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    private void setWatching(Thread thread, boolean watching) {
        lock.lock();
        try {
            if (watching) {
                watchers.add(thread);
            } else {
                watchers.remove(thread);
            }
        } finally {
            lock.unlock();
        }
    }
}
