package build.offload.kernel.transition;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The bounded queue in front of the writer. Once closed it takes nothing more in, and gives out what it has. */
final class Intake {

    private final int capacity;
    private final Deque<Pending> waiting = new ArrayDeque<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition work = lock.newCondition();
    private boolean woken;
    private boolean closed;

    Intake(int capacity) {
        this.capacity = capacity;
    }

    /** Take a request in; false when there is no room, or never will be. */
    boolean offer(Pending pending) {
        lock.lock();
        try {
            if (closed || waiting.size() >= capacity) {
                return false;
            }
            waiting.addLast(pending);
            work.signal();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Give out what waits, oldest first, at most {@code limit}. */
    List<Pending> take(int limit) {
        lock.lock();
        try {
            woken = false;
            List<Pending> batch = new ArrayList<>(Math.min(limit, waiting.size()));
            while (batch.size() < limit && !waiting.isEmpty()) {
                batch.add(waiting.removeFirst());
            }
            return batch;
        } finally {
            lock.unlock();
        }
    }

    /** Wait until there is something to do; false when it is closed and empty, so that there never will be. */
    boolean awaitWork() {
        lock.lock();
        try {
            while (waiting.isEmpty() && !woken && !closed) {
                work.awaitUninterruptibly();
            }
            return !waiting.isEmpty() || woken;
        } finally {
            lock.unlock();
        }
    }

    /** Wake the writer for work that does not wait here. */
    void wake() {
        lock.lock();
        try {
            woken = true;
            work.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Take nothing more in. */
    void close() {
        lock.lock();
        try {
            closed = true;
            work.signal();
        } finally {
            lock.unlock();
        }
    }
}
