package build.offload.kernel.reconcile;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/**
 * Runs effects beside the loop, at most one under each key, so that no step of an attempt or a host overtakes another.
 * Safe for use by several threads.
 */
public final class Lanes {

    private final Executor executor;
    private final Runnable wake;
    private final Set<String> busy = ConcurrentHashMap.newKeySet();

    /** Create lanes over an executor; {@code wake} is called whenever one becomes free. */
    public Lanes(Executor executor, Runnable wake) {
        this.executor = executor;
        this.wake = wake;
    }

    /** Run an effect under a key, unless one runs under it already. */
    public void run(String key, Runnable effect) {
        if (busy.add(key)) {
            executor.execute(() -> runAndFree(key, effect));
        }
    }

    private void runAndFree(String key, Runnable effect) {
        try {
            effect.run();
        } finally {
            busy.remove(key);
            wake.run();
        }
    }

    /** Return how many lanes whose key begins with the prefix are busy. */
    public long busy(String prefix) {
        return busy.stream().filter(key -> key.startsWith(prefix)).count();
    }

    /** Return whether an effect runs under a key. */
    public boolean isBusy(String key) {
        return busy.contains(key);
    }
}
