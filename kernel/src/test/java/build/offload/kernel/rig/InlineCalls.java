package build.offload.kernel.rig;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs a plugin's call on the caller's thread. One that stalls is a call whose time limit has passed, at once. */
final class InlineCalls extends AbstractExecutorService {

    private final Stalls stalls;

    InlineCalls(Stalls stalls) {
        this.stalls = stalls;
    }

    @Override
    public <T> Future<T> submit(Callable<T> call) {
        FutureTask<T> task = new FutureTask<>(call);
        task.run();
        return stalls.lower() ? new NeverBack<>() : task;
    }

    @Override
    public void execute(Runnable task) {
        task.run();
    }

    @Override
    public void shutdown() {}

    @Override
    public List<Runnable> shutdownNow() {
        return List.of();
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

    /** A call that does not end; nobody waits for it in earnest. */
    private static final class NeverBack<T> extends CompletableFuture<T> {
        @Override
        public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
            throw new TimeoutException("as scripted");
        }
    }
}
