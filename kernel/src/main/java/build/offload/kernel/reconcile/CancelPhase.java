package build.offload.kernel.reconcile;

import build.offload.kernel.plugin.CallResult;
import build.offload.kernel.plugin.PluginGuard;
import build.offload.kernel.reconcile.Connections.Reached;
import build.offload.kernel.transition.Transition.AttemptCancelled;
import build.offload.kernel.transition.Transition.AttemptFailed;
import build.offload.spi.executor.BuildHost.CancelReport;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.InfraFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Stops an attempt's whole process tree and sees that it is gone. */
final class CancelPhase implements Phase {

    private static final Duration SWEEP = Duration.ofSeconds(20);

    private final PluginGuard guard;
    private final Connections connections;
    private final LoopSettings settings;

    CancelPhase(PluginGuard guard, Connections connections, LoopSettings settings) {
        this.guard = guard;
        this.connections = connections;
        this.settings = settings;
    }

    @Override
    public Result run(Present present, Instant now) {
        AttemptId id = present.attempt().id();
        return switch (cancel(guard, connections.to(present.host()), id, settings)) {
            case CallResult.Returned<CancelReport>(CancelReport.Gone _) -> new Result.Take(new AttemptCancelled(id));
            case CallResult.Returned<CancelReport>(CancelReport.StillRunning(String evidence)) ->
                new Result.Later("it still runs: " + evidence, Optional.empty());
            case CallResult.Threw<CancelReport> threw -> later(present, threw.message());
            case CallResult.Late<CancelReport> late -> later(present, "the cancel took longer than " + late.limit());
        };
    }

    static CallResult<CancelReport> cancel(PluginGuard guard, Reached reached, AttemptId id, LoopSettings settings) {
        Duration limit = settings.cancelGrace().plus(settings.callLimit()).plus(SWEEP);
        return guard.call(
                reached.executor(), "cancel", limit, () -> reached.host().cancel(id, settings.cancelGrace()));
    }

    /** Nothing was started under an attempt whose workspace was never recorded as laid out: it needs no host to be gone. */
    private static Result later(Present present, String problem) {
        AttemptId id = present.attempt().id();
        if (present.attempt().times().prepared().isEmpty()) {
            return new Result.Take(new AttemptCancelled(id));
        }
        return new Result.Later(problem, Optional.of(new AttemptFailed(id, InfraFailure.UNREACHABLE, problem, true)));
    }
}
