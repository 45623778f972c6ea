package build.offload.kernel.rig;

import build.offload.kernel.world.SteppedThreads;
import build.offload.kernel.world.Threads;
import java.util.concurrent.ExecutorService;

/** No threads: effects go where the rig wants them, everything else runs on the caller's thread. */
record RigThreads(ExecutorService effects, SteppedThreads others) implements Threads {

    @Override
    public void start(String name, Runnable loop) {
        others.start(name, loop);
    }

    @Override
    public ExecutorService pool(String name, int size) {
        return others.pool(name, size);
    }
}
