package build.offload.distribution.launcher;

import build.offload.distribution.client.Processes;
import build.offload.distribution.client.RuntimeFile;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Ends a controller that runs in another process. */
public final class RunningController {

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
        try {
            process.get().onExit().get(limit.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException late) {
            return false;
        } catch (ExecutionException unknown) {
            return !Processes.alive(running.process());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
