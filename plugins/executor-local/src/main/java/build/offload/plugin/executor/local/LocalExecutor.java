package build.offload.plugin.executor.local;

import build.offload.spi.executor.BuildHost;
import build.offload.spi.executor.Executor;
import build.offload.spi.executor.ExecutorContext;
import build.offload.spi.executor.HostKey;
import build.offload.spi.executor.HostTarget;
import build.offload.spi.model.HostAddress;
import build.offload.spi.posix.PosixBuildHost;
import java.time.Duration;
import java.util.List;

/**
 * Runs attempts on the controller's own machine, as the controller's user, in workspaces made from snapshots like those of
 * any other host. There is no connection, so there is no address and no host key.
 */
public final class LocalExecutor implements Executor {

    @Override
    public String name() {
        return "local";
    }

    /** Return no keys: nothing lies between the controller and this machine. */
    @Override
    public List<HostKey> offeredKeys(HostAddress address, Duration limit) {
        return List.of();
    }

    @Override
    public BuildHost open(HostTarget target, ExecutorContext context) {
        return new PosixBuildHost(new LocalTransport(), target, context);
    }
}
