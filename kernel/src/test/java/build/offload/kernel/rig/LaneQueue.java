package build.offload.kernel.rig;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;

/** Takes what the loops start beside themselves, and runs it when it is told to, on the caller's thread. */
public final class LaneQueue extends AbstractExecutorService {

    private final List<Runnable> waiting = new ArrayList<>();

    @Override
    public void execute(Runnable effect) {
        waiting.add(effect);
    }

    /** Run everything that waits, and what is added meanwhile, in order. */
    public void drain() {
        while (runNext()) {
            // Each effect may start others.
        }
    }

    /** Run the oldest effect that waits, and return whether there was one. */
    public boolean runNext() {
        return run(0);
    }

    /** Run one of the effects that wait, counted from the oldest, and return whether there was one. */
    public boolean run(int index) {
        if (index >= waiting.size()) {
            return false;
        }
        waiting.remove(index).run();
        return true;
    }

    /** Return how many effects wait. */
    public int size() {
        return waiting.size();
    }

    /** Lose everything that waits, as a controller does that dies. */
    void forget() {
        waiting.clear();
    }

    @Override
    public void shutdown() {
        forget();
    }

    @Override
    public List<Runnable> shutdownNow() {
        List<Runnable> never = List.copyOf(waiting);
        forget();
        return never;
    }

    @Override
    public boolean isShutdown() {
        return false;
    }

    @Override
    public boolean isTerminated() {
        return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return true;
    }
}
