package build.offload.kernel.snapshot;

import build.offload.spi.model.MirrorId;
import java.io.InterruptedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One lock for each checkout, which covers capture and promotion: a capture never sees half a promotion, and a promotion's
 * comparison of generations holds until its files are in place. First come, first served; whoever holds a checkout's lock may
 * ask for it again. It holds within this process.
 */
public final class CheckoutLocks {

    private final Map<MirrorId, ReentrantLock> locks = new ConcurrentHashMap<>();

    /** Work on a checkout that must not overlap with other such work. */
    @FunctionalInterface
    public interface Work<T, E extends Exception> {
        T run() throws E;
    }

    /**
     * Do the work while holding the checkout's lock.
     *
     * @throws InterruptedIOException when the thread is interrupted while it waits; the work was then not begun
     */
    public <T, E extends Exception> T holding(MirrorId checkout, Work<T, E> work) throws E, InterruptedIOException {
        ReentrantLock lock = locks.computeIfAbsent(checkout, _ -> new ReentrantLock(true));
        try {
            lock.lockInterruptibly();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for the checkout's other work");
        }
        try {
            return work.run();
        } finally {
            lock.unlock();
        }
    }
}
