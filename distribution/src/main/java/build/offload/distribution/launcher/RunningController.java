package build.offload.distribution.launcher;

import build.offload.distribution.client.Processes;
import build.offload.distribution.client.RuntimeFile;
import build.offload.spi.model.ProcessIdentity;
import java.time.Duration;
import java.util.Optional;

/** Ends a controller that runs in another process. */
public final class RunningController {

    private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

    private RunningController() {}

    /**
     * Ask it to end and wait until it is gone.
     *
     * @return whether it is gone
     */
    public static boolean stop(RuntimeFile running, Duration limit) {
        Optional<ProcessHandle> process = ProcessHandle.of(running.process().pid());
        // Looked at once more after the handle was taken: now the id cannot have passed to another process in between.
        if (process.isEmpty() || !Processes.alive(running.process())) {
            return true;
        }
        process.get().destroy();
        return gone(running.process(), limit);
    }

    // Dead is enough: until its parent has fetched it the JDK takes it for alive, and in a container that may be never.
    private static boolean gone(ProcessIdentity process, Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        try {
            while (Processes.alive(process)) {
                if (System.nanoTime() > deadline) {
                    return false;
                }
                Thread.sleep(LOOK_AGAIN);
            }
            return true;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
