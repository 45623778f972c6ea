package build.offload.kernel.reconcile;

import build.offload.kernel.store.StoreUnavailableException;
import build.offload.kernel.world.MonotonicClock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/**
 * Runs effects beside the loop, at most one under each key, so that no step of an attempt or a host overtakes another. An
 * effect that failed rests before it is run again. Safe for use by several threads.
 */
final class Lanes {

    private static final System.Logger LOG = System.getLogger(Lanes.class.getName());

    private final Executor executor;
    private final Backoff backoff;
    private final Runnable wake;
    private final Set<String> busy = ConcurrentHashMap.newKeySet();

    /** Create lanes over an executor; {@code wake} is called whenever one becomes free. */
    Lanes(Executor executor, MonotonicClock clock, Runnable wake) {
        this.executor = executor;
        this.backoff = new Backoff(clock);
        this.wake = wake;
    }

    /** Run an effect under a key, unless one runs under it already or the last one failed too short a while ago. */
    void run(String key, Runnable effect) {
        if (backoff.ready(key) && busy.add(key)) {
            executor.execute(() -> runAndFree(key, effect));
        }
    }

    /** An effect that throws must not be begun again at once: it would keep this machine busy with failing. */
    private void runAndFree(String key, Runnable effect) {
        try {
            effect.run();
        } catch (StoreUnavailableException | UnknownExecutorException absent) {
            LOG.log(System.Logger.Level.WARNING, "{0} has to wait: {1}", key, absent.getMessage());
            failed(key);
        } catch (RuntimeException defect) {
            LOG.log(System.Logger.Level.ERROR, key + " failed by a mistake, and is tried again later", defect);
            failed(key);
        } finally {
            busy.remove(key);
            wake.run();
        }
    }

    /** Record that the effect under a key failed, and return for how long it has been failing without a success between. */
    Duration failed(String key) {
        return backoff.failed(key);
    }

    /** Return for how long the effect under a key has been failing without a success between. */
    Duration failing(String key) {
        return backoff.failing(key);
    }

    /** Record that the effect under a key worked, or is done with. */
    void succeeded(String key) {
        backoff.succeeded(key);
    }

    /** Return how many lanes whose key begins with the prefix are busy. */
    long busy(String prefix) {
        return busy.stream().filter(key -> key.startsWith(prefix)).count();
    }

    /** Return whether an effect runs under a key. */
    boolean isBusy(String key) {
        return busy.contains(key);
    }
}
