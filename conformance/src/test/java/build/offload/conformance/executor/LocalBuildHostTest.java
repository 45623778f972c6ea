package build.offload.conformance.executor;

import build.offload.plugin.executor.local.LocalExecutor;
import build.offload.spi.executor.HostTarget;
import build.offload.spi.model.HostName;
import java.nio.file.Path;
import java.util.Optional;

/** The contract, on this machine without any connection. */
class LocalBuildHostTest extends BuildHostContract {

    @Override
    VisibleBench open() throws Exception {
        return in(folder);
    }

    /** Return this machine as the local executor gives it, with everything in one folder. */
    static VisibleBench in(Path folder) throws Exception {
        Path root = folder.resolve("root");
        HostTarget target = new HostTarget(
                new HostName("laptop"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(root.toString()));
        return new VisibleBench(folder, root, new LocalExecutor().open(target, context(folder)));
    }
}
