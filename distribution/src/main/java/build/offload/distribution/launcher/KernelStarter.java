package build.offload.distribution.launcher;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;

/** Starts the kernel. */
public final class KernelStarter implements ControllerStarter {

    @Override
    public Running start(Launch launch) {
        throw new CommandFailure(ExitCode.INTERNAL, "this build of offload has no kernel yet");
    }
}
