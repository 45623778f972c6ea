package build.offload.conformance.executor;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** The sweeps of hosts on this very machine. */
public final class Sweeps {

    private Sweeps() {}

    /**
     * Wait for the end of all below a folder. A sweep has the mirrors looked after in the background, and no folder can be removed while
     * something is put into it.
     */
    public static void awaitEnd(Path below) {
        ProcessHandle.allProcesses()
                .filter(process -> isSweep(process, below))
                .forEach(sweep -> sweep.onExit().orTimeout(30, TimeUnit.SECONDS).join());
    }

    private static boolean isSweep(ProcessHandle process, Path below) {
        String line = process.info().commandLine().orElse("");
        return line.contains(below.toString()) && line.contains(" sweep ");
    }
}
