package build.offload.kernel.reconcile;

import build.offload.kernel.job.Keeping;
import build.offload.kernel.plugin.CallResult;
import build.offload.kernel.plugin.PluginGuard;
import build.offload.kernel.reconcile.Connections.Reached;
import build.offload.kernel.reconcile.LoopAssembly.Local;
import build.offload.kernel.store.AttemptRow;
import build.offload.kernel.store.HostRow;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.transition.Outcome;
import build.offload.kernel.transition.Transition.AttemptSwept;
import build.offload.spi.executor.BuildHost.CancelReport;
import build.offload.spi.executor.BuildHost.SweepReport;
import build.offload.spi.model.AttemptId;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Removes what attempts left behind, on their hosts and here. Before that it makes sure that nothing of the attempt runs any
 * more, which is also what lets a lost job be retried.
 */
final class SweepLoop {

    private static final System.Logger LOG = System.getLogger(SweepLoop.class.getName());
    private static final String LANE = "sweep/";
    private static final int AT_ONCE = 32;

    /** How far a pass looks: further than it sweeps at once, so that hosts out of reach do not keep the others unswept. */
    private static final int BACKLOG = 1000;

    private final Workings workings;
    private final Connections connections;
    private final PluginGuard guard;
    private final Local local;
    private final String machineId;

    SweepLoop(Workings workings, Connections connections, PluginGuard guard, Local local, String machineId) {
        this.machineId = machineId;
        this.workings = workings;
        this.connections = connections;
        this.guard = guard;
        this.local = local;
    }

    void tick(Instant now) {
        Instant endedBefore = now.minus(workings.settings().workspaceRetention());
        for (AttemptRow attempt : workings.store().read(tx -> tx.jobs().unsweptAttempts(endedBefore, now, BACKLOG))) {
            if (atRest(attempt.id()) && workings.lanes().busy(LANE) < AT_ONCE) {
                workings.lanes().run(LANE + attempt.id(), () -> sweep(attempt));
            }
        }
    }

    /** A call for the attempt that is still out could start on its host what was just seen gone from there. */
    private boolean atRest(AttemptId id) {
        return !workings.lanes().isBusy(AttemptLoop.lane(id))
                && !workings.lanes().isBusy(AttemptLoop.cancelLane(id));
    }

    private void sweep(AttemptRow attempt) {
        String lane = LANE + attempt.id();
        Optional<HostRow> host = workings.store().read(tx -> tx.fleet().host(attempt.host()));
        if (host.filter(row -> !row.reachableFrom(machineId)).isPresent()) {
            return;
        }
        Optional<SweepReport> left = host.isEmpty()
                ? Optional.of(new SweepReport.Removed())
                : left(attempt.id(), connections.to(host.get()));
        if (left.isPresent() && forgotten(attempt.id()) && recorded(attempt.id(), left.get())) {
            workings.lanes().succeeded(lane);
        } else {
            workings.lanes().failed(lane);
        }
    }

    /** Return what an attempt that is gone from its host left there; absent while that is not certain. */
    private Optional<SweepReport> left(AttemptId id, Reached reached) {
        LoopSettings settings = workings.settings();
        boolean stopped = CancelPhase.cancel(guard, reached, id, settings)
                instanceof CallResult.Returned<CancelReport>(CancelReport.Gone _);
        return stopped
                        && guard.call(
                                        reached.executor(),
                                        "sweep",
                                        settings.callLimit(),
                                        () -> reached.host().sweep(id))
                                instanceof CallResult.Returned<SweepReport>(SweepReport report)
                ? Optional.of(report)
                : Optional.empty();
    }

    private boolean forgotten(AttemptId id) {
        JobRow job = workings.store().read(tx -> tx.jobs().job(id.job())).orElseThrow();
        try {
            if (!Keeping.staging(job, id)) {
                local.files().forgetStaging(id);
            }
            if (!Keeping.snapshot(job)) {
                local.mirrors().unpin(job.submitted().mirror(), job.id());
            }
            return true;
        } catch (IOException failure) {
            LOG.log(System.Logger.Level.WARNING, "{0} left something on this machine: {1}", id, failure.getMessage());
            return false;
        }
    }

    private boolean recorded(AttemptId id, SweepReport left) {
        AttemptSwept swept = switch (left) {
            case SweepReport.Kept(long bytes) -> new AttemptSwept(id, OptionalLong.of(bytes));
            case SweepReport.Removed _ -> new AttemptSwept(id);
        };
        return workings.transitions().apply(swept) instanceof Outcome.Committed;
    }
}
