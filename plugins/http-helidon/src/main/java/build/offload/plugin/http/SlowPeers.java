package build.offload.plugin.http;

import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1ConnectionListener;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Ends connections whose client stops in the middle of a head or a body, or does not take its answer. The server itself only
 * ends those that are silent between two requests. A connection is ended by interrupting its thread while it waits for the
 * client, which closes the socket; a thread that is at work for the request is never touched.
 */
final class SlowPeers implements Http1ConnectionListener, AutoCloseable {

    private final Duration patience;
    private final ScheduledThreadPoolExecutor clock;
    private final Map<ConnectionContext, Alarm> heads = new ConcurrentHashMap<>();

    SlowPeers(Duration patience) {
        this.patience = patience;
        this.clock = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().name("offload-http-slow-peers").daemon().factory());
        clock.setRemoveOnCancelPolicy(true);
        clock.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** Called by the connection's thread when the first line of a head is read. */
    @Override
    public void prologue(ConnectionContext connection, HttpPrologue prologue) {
        heads.put(connection, armed(() -> heads.remove(connection)));
    }

    /** Called by the connection's thread when the head is complete. */
    @Override
    public void headers(ConnectionContext connection, Headers headers) {
        Alarm alarm = heads.remove(connection);
        if (alarm != null) {
            alarm.disarm();
        }
    }

    /** Do something that waits for the client; the thread is interrupted when it takes too long. */
    <T> T within(Supplier<T> action) {
        Alarm alarm = armed(() -> {});
        try {
            return action.get();
        } finally {
            alarm.disarm();
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }

    private Alarm armed(Runnable also) {
        Alarm alarm = new Alarm(Thread.currentThread());
        Future<?> bell = clock.schedule(() -> alarm.fire(also), patience.toMillis(), TimeUnit.MILLISECONDS);
        alarm.hangOn(bell);
        return alarm;
    }

    /** Interrupts its thread once, and never after it was disarmed. */
    private static final class Alarm {

        private final Thread waiting;
        private final Lock lock = new ReentrantLock();
        private boolean armed = true;
        private boolean fired;
        private Future<?> bell = CompletableFuture.completedFuture("");

        Alarm(Thread waiting) {
            this.waiting = waiting;
        }

        void hangOn(Future<?> scheduled) {
            bell = scheduled;
        }

        void fire(Runnable also) {
            also.run();
            lock.lock();
            try {
                fired = armed;
                if (armed) {
                    waiting.interrupt();
                }
            } finally {
                lock.unlock();
            }
        }

        /** Called by the waiting thread itself. One interrupt that came too late to close anything is forgotten. */
        void disarm() {
            bell.cancel(false);
            lock.lock();
            try {
                armed = false;
                if (fired) {
                    Thread.interrupted();
                }
            } finally {
                lock.unlock();
            }
        }
    }
}
