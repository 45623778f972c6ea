package build.offload.kernel.reconcile;

import build.offload.kernel.plugin.CallResult;
import build.offload.kernel.plugin.PluginGuard;
import build.offload.kernel.reconcile.Connections.Reached;
import build.offload.kernel.reconcile.LoopAssembly.Local;
import build.offload.kernel.snapshot.Mirror;
import build.offload.kernel.snapshot.Mirrors;
import build.offload.kernel.store.JobRow.Submitted;
import build.offload.kernel.transition.Transition.AttemptFailed;
import build.offload.kernel.transition.Transition.AttemptPrepared;
import build.offload.spi.executor.BuildHost.Keep;
import build.offload.spi.executor.BuildHost.PrepareReport;
import build.offload.spi.executor.BuildHost.PrepareRequest;
import build.offload.spi.executor.SnapshotSource;
import build.offload.spi.frontend.OperatorCall.BuildRequest;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.InfraFailure;
import build.offload.spi.model.JobId;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Lays the job's snapshot out on its host. Nothing was started yet, so whatever fails here may be placed elsewhere. */
final class PreparePhase implements Phase {

    private final PluginGuard guard;
    private final Connections connections;
    private final Mirrors mirrors;
    private final Transfers transfers;
    private final Instant startedAt;
    private final LoopSettings settings;
    private final Set<JobId> verified = ConcurrentHashMap.newKeySet();

    /** Create the phase of a controller that started at a moment. */
    PreparePhase(PluginGuard guard, Connections connections, Local local, Instant startedAt, LoopSettings settings) {
        this.guard = guard;
        this.connections = connections;
        this.mirrors = local.mirrors();
        this.transfers = local.watching().transfers();
        this.startedAt = startedAt;
        this.settings = settings;
    }

    @Override
    public Result run(Present present, Instant now) {
        AttemptId id = present.attempt().id();
        try {
            Optional<SnapshotSource> snapshot = snapshot(present.job().submitted());
            return snapshot.isPresent()
                    ? prepare(present, snapshot.get())
                    : failed(
                            id,
                            InfraFailure.SNAPSHOT_LOST,
                            "the controller no longer has the whole of the submitted snapshot; the checkout is untouched, submit again");
        } catch (IOException failure) {
            return failed(
                    id, InfraFailure.SNAPSHOT_LOST, "the submitted snapshot cannot be read: " + failure.getMessage());
        }
    }

    private Optional<SnapshotSource> snapshot(Submitted job) throws IOException {
        Mirror mirror = mirrors.open(job.mirror(), Path.of(job.checkout()));
        Optional<SnapshotSource> pinned =
                mirror.pinned(job.id()).filter(source -> source.tree().equals(job.snapshot()));
        return pinned.isPresent() && whole(job, mirror) ? pinned : Optional.empty();
    }

    /**
     * What an earlier life of the controller captured may have been cut short by a power loss since: it is verified once, and
     * where something is missing the next capture stores everything anew.
     */
    private boolean whole(Submitted job, Mirror mirror) throws IOException {
        if (!job.at().isBefore(startedAt) || verified.contains(job.id())) {
            return true;
        }
        boolean whole = mirror.verify(job.snapshot());
        if (whole) {
            verified.add(job.id());
        } else {
            mirror.distrust();
        }
        return whole;
    }

    private Result prepare(Present present, SnapshotSource snapshot) {
        AttemptId id = present.attempt().id();
        Reached reached = connections.to(present.host());
        CallResult<PrepareReport> result = transfers.during(
                id,
                "snapshot",
                meter -> prepare(
                        reached,
                        new PrepareRequest(id, present.job().submitted().mirror(), snapshot, keep(present), meter)));
        return switch (result) {
            case CallResult.Returned<PrepareReport>(PrepareReport report) ->
                report.tree().equals(snapshot.tree())
                        ? new Result.Take(new AttemptPrepared(id, report.sentBytes()))
                        : failed(id, InfraFailure.TRANSFER_FAILED, "the host laid out tree " + report.tree());
            case CallResult.Threw<PrepareReport> threw ->
                failed(id, Failures.of(threw, InfraFailure.TRANSFER_FAILED), threw.message());
            case CallResult.Late<PrepareReport> late ->
                failed(id, InfraFailure.TRANSFER_FAILED, "laying out the workspace took longer than " + late.limit());
        };
    }

    private CallResult<PrepareReport> prepare(Reached reached, PrepareRequest request) {
        return guard.call(
                reached.executor(),
                "prepare",
                settings.transferLimit(),
                () -> reached.host().prepare(request));
    }

    private static Keep keep(Present present) {
        BuildRequest build = present.job().submitted().build();
        return present.keeps() ? new Keep(build.keep(), build.outputs()) : Keep.NOTHING;
    }

    private static Result failed(AttemptId id, InfraFailure failure, String message) {
        return new Result.Take(new AttemptFailed(id, failure, message, false));
    }
}
