package build.offload.kernel.world;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** No threads at all: what would run on one runs on the test's own thread, loops when the test calls them. */
public final class SteppedThreads implements Threads {

    private final List<Runnable> loops = new ArrayList<>();

    @Override
    public void start(String name, Runnable loop) {
        loops.add(loop);
    }

    @Override
    public ExecutorService effects() {
        return new CallersThread();
    }

    @Override
    public ExecutorService pool(String name, int size) {
        return new CallersThread();
    }

    /** Return the loops that were started, in order; none of them runs by itself. */
    public List<Runnable> loops() {
        return List.copyOf(loops);
    }

    /** Runs each task before it returns. */
    private static final class CallersThread extends AbstractExecutorService {

        private boolean shut;

        @Override
        public void execute(Runnable task) {
            if (shut) {
                throw new java.util.concurrent.RejectedExecutionException("closed");
            }
            task.run();
        }

        @Override
        public void shutdown() {
            shut = true;
        }

        @Override
        public List<Runnable> shutdownNow() {
            shut = true;
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return shut;
        }

        @Override
        public boolean isTerminated() {
            return shut;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return shut;
        }
    }
}
