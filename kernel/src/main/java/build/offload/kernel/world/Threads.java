package build.offload.kernel.world;

import java.util.concurrent.ExecutorService;

/** The one place where threads are made. */
public interface Threads {

    /** Run a loop on a platform thread of its own; the thread does not keep the process alive. */
    void start(String name, Runnable loop);

    /** Return the executor for work that waits for hosts and plugins: a virtual thread for each task. */
    ExecutorService effects();

    /** Return a new pool of platform threads, for native calls that would hold up virtual threads. The caller closes it. */
    ExecutorService pool(String name, int size);
}
