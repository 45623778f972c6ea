package bench;

import build.offload.spi.executor.BuildHost;
import build.offload.spi.executor.Executor;
import build.offload.spi.executor.ExecutorContext;
import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.ExecutorException.Kind;
import build.offload.spi.executor.HostIdentity;
import build.offload.spi.executor.HostKey;
import build.offload.spi.executor.HostTarget;
import build.offload.spi.executor.OutputSink;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.HostAddress;
import build.offload.spi.model.MirrorId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** Does nothing, at once: what is left of a job's life is the controller's. Only probes are run, on this machine. */
public final class InstantExecutor implements Executor {

    @Override
    public String name() {
        return "instant";
    }

    @Override
    public List<HostKey> offeredKeys(HostAddress address, Duration limit) {
        return List.of();
    }

    @Override
    public BuildHost open(HostTarget target, ExecutorContext context) {
        return new InstantHost(target);
    }

    private record InstantHost(HostTarget target) implements BuildHost {

        @Override
        public HostIdentity identify() {
            String root = target.workspaceRoot().orElse("/tmp");
            return new HostIdentity("instant-" + target.name(), "boot", root, "");
        }

        @Override
        public PrepareReport prepare(PrepareRequest request) {
            return new PrepareReport(request.snapshot().tree(), 0);
        }

        @Override
        public StartReport start(StartRequest request) {
            return new StartReport("instant", false);
        }

        @Override
        public RunReport follow(FollowRequest request, OutputSink sink) {
            return new RunReport.Exited(0);
        }

        @Override
        public CollectReport collect(CollectRequest request) throws ExecutorException {
            throw new ExecutorException(Kind.PROTOCOL, "an instant command has no outputs");
        }

        @Override
        public CancelReport cancel(AttemptId attempt, Duration grace) {
            return new CancelReport.Gone();
        }

        @Override
        public SweepReport sweep(AttemptId attempt) {
            return new SweepReport.Removed();
        }

        @Override
        public void discardWorkspace(MirrorId mirror) {}

        @Override
        public void purge() {}

        @Override
        public ShellResult run(ShellRequest request) throws ExecutorException {
            try {
                Process process = new ProcessBuilder(request.argv()).start();
                process.getOutputStream().write(request.input().getBytes(StandardCharsets.UTF_8));
                process.getOutputStream().close();
                String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
                return new ShellResult(process.waitFor(), out, err);
            } catch (IOException failure) {
                throw new ExecutorException(Kind.PROTOCOL, String.valueOf(failure.getMessage()));
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new ExecutorException(Kind.CONNECTION_LOST, "interrupted");
            }
        }

        @Override
        public void close() {}
    }
}
