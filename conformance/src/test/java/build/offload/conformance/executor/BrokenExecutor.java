package build.offload.conformance.executor;

import build.offload.plugin.executor.local.LocalExecutor;
import build.offload.spi.executor.BuildHost;
import build.offload.spi.executor.Executor;
import build.offload.spi.executor.ExecutorContext;
import build.offload.spi.executor.HostKey;
import build.offload.spi.executor.HostTarget;
import build.offload.spi.model.HostAddress;
import build.offload.spi.model.HostName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The local executor with one mistake. */
record BrokenExecutor(UnaryOperator<BuildHost> mistake) implements Executor {

    /** A key and an address that the local executor has no use for, so that it can overlook them. */
    private static final HostKey KEY = new HostKey("ssh-ed25519", "AAAAC3NzaC1lZDI1NTE5AAAAIA" + "A".repeat(42));

    @Override
    public String name() {
        return "broken";
    }

    @Override
    public List<HostKey> offeredKeys(HostAddress address, Duration limit) {
        return List.of(KEY);
    }

    @Override
    public BuildHost open(HostTarget target, ExecutorContext context) {
        return mistake.apply(new LocalExecutor().open(target, context));
    }

    /** Return this executor's host with a root of its own, where nothing is pruned in the background after a sweep. */
    Subject subject(Path root) throws IOException {
        Files.writeString(Files.createDirectories(root).resolve("pruned"), "");
        return new Subject(
                this,
                new HostTarget(
                        new HostName("broken"),
                        Optional.of(new HostAddress("nobody", "127.0.0.1", 22)),
                        Optional.of(KEY),
                        Optional.empty(),
                        Optional.of(root.toString())));
    }
}
