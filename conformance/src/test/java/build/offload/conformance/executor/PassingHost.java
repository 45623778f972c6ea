package build.offload.conformance.executor;

import build.offload.spi.executor.BuildHost;
import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.HostIdentity;
import build.offload.spi.executor.OutputSink;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.MirrorId;
import java.time.Duration;

/** Passes every call on; whoever extends it does one thing otherwise. */
class PassingHost implements BuildHost {

    final BuildHost sound;

    PassingHost(BuildHost sound) {
        this.sound = sound;
    }

    @Override
    public HostIdentity identify() throws ExecutorException {
        return sound.identify();
    }

    @Override
    public PrepareReport prepare(PrepareRequest request) throws ExecutorException {
        return sound.prepare(request);
    }

    @Override
    public StartReport start(StartRequest request) throws ExecutorException {
        return sound.start(request);
    }

    @Override
    public RunReport follow(FollowRequest request, OutputSink sink) throws ExecutorException {
        return sound.follow(request, sink);
    }

    @Override
    public CollectReport collect(CollectRequest request) throws ExecutorException {
        return sound.collect(request);
    }

    @Override
    public CancelReport cancel(AttemptId attempt, Duration grace) throws ExecutorException {
        return sound.cancel(attempt, grace);
    }

    @Override
    public SweepReport sweep(AttemptId attempt) throws ExecutorException {
        return sound.sweep(attempt);
    }

    @Override
    public void discardWorkspace(MirrorId mirror) throws ExecutorException {
        sound.discardWorkspace(mirror);
    }

    @Override
    public void purge() throws ExecutorException {
        sound.purge();
    }

    @Override
    public ShellResult run(ShellRequest request) throws ExecutorException {
        return sound.run(request);
    }

    @Override
    public void close() {
        sound.close();
    }
}
