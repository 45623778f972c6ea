package build.offload.kernel.reconcile;

import build.offload.kernel.plugin.CallResult;
import build.offload.kernel.plugin.PluginGuard;
import build.offload.kernel.reconcile.Connections.Reached;
import build.offload.kernel.transition.Transition.AttemptFailed;
import build.offload.kernel.transition.Transition.AttemptStarted;
import build.offload.spi.executor.BuildHost.StartReport;
import build.offload.spi.executor.BuildHost.StartRequest;
import build.offload.spi.model.InfraFailure;
import java.time.Instant;
import java.util.Optional;

/**
 * Starts the command in its workspace. Whether an earlier try got through is the host's to say: starting under the same id
 * attaches, so a failed call is simply made again.
 */
final class StartPhase implements Phase {

    private final PluginGuard guard;
    private final Connections connections;
    private final Sightings sightings;
    private final LoopSettings settings;

    StartPhase(PluginGuard guard, Connections connections, Sightings sightings, LoopSettings settings) {
        this.guard = guard;
        this.connections = connections;
        this.sightings = sightings;
        this.settings = settings;
    }

    @Override
    public Result run(Present present, Instant now) {
        Reached reached = connections.to(present.host());
        var submitted = present.job().submitted();
        StartRequest request = new StartRequest(
                present.attempt().id(),
                submitted.folder(),
                submitted.build().argv(),
                submitted.build().environment(),
                settings.logLimitBytes());
        return switch (guard.call(
                reached.executor(),
                "start",
                settings.callLimit(),
                () -> reached.host().start(request))) {
            case CallResult.Returned<StartReport>(StartReport report) -> started(present, report);
            case CallResult.Threw<StartReport> threw ->
                later(present, threw.message(), Failures.of(threw, InfraFailure.UNREACHABLE));
            case CallResult.Late<StartReport> late ->
                later(present, "the start took longer than " + late.limit(), InfraFailure.UNREACHABLE);
        };
    }

    private Result started(Present present, StartReport report) {
        if (!report.attached()) {
            sightings.seen(present.attempt().id());
        }
        return new Result.Take(new AttemptStarted(present.attempt().id(), report.handle()));
    }

    private static Result later(Present present, String problem, InfraFailure failure) {
        return new Result.Later(
                problem, Optional.of(new AttemptFailed(present.attempt().id(), failure, problem, true)));
    }
}
