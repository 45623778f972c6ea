package build.offload.kernel.world;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The threads of the Java platform. */
final class PlatformThreads implements Threads {

    private final ExecutorService effects = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("offload-effect-", 0).factory());

    @Override
    public void start(String name, Runnable loop) {
        Thread.ofPlatform().daemon().name("offload-" + name).start(loop);
    }

    @Override
    public ExecutorService effects() {
        return effects;
    }

    @Override
    public ExecutorService pool(String name, int size) {
        return Executors.newFixedThreadPool(
                size,
                Thread.ofPlatform().daemon().name("offload-" + name + "-", 1).factory());
    }
}
