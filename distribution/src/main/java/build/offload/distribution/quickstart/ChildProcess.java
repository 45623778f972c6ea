package build.offload.distribution.quickstart;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;

/** Waits for programs. */
final class ChildProcess {

    private ChildProcess() {}

    static int exitCode(Process process) {
        try {
            return process.waitFor();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            process.destroy();
            throw new CommandFailure(ExitCode.CANCELLED, "interrupted", interrupted);
        }
    }
}
