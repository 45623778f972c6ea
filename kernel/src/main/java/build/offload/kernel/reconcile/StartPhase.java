package build.offload.kernel.reconcile;

import build.offload.kernel.plugin.CallResult;
import build.offload.kernel.plugin.PluginGuard;
import build.offload.kernel.reconcile.Connections.Reached;
import build.offload.kernel.transition.Transition.AttemptFailed;
import build.offload.kernel.transition.Transition.AttemptStarted;
import build.offload.kernel.transition.Transition.StartRefused;
import build.offload.spi.executor.BuildHost.FollowRequest;
import build.offload.spi.executor.BuildHost.RunReport;
import build.offload.spi.executor.BuildHost.StartReport;
import build.offload.spi.executor.BuildHost.StartRequest;
import build.offload.spi.executor.BuildHost.StartRequest.Limits;
import build.offload.spi.executor.Secret;
import build.offload.spi.frontend.OperatorCall.BuildRequest;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.InfraFailure;
import build.offload.spi.model.SecretName;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Starts the command in its workspace. Whether an earlier try got through is the host's to say: starting under the same id
 * attaches, so a failed call is simply made again.
 */
final class StartPhase implements Phase {

    /** How much longer a command may run that only its host looks after. */
    private static final Duration HOST_PATIENCE = Duration.ofMinutes(2);

    private final PluginGuard guard;
    private final Connections connections;
    private final AttemptSecrets secrets;
    private final Sightings sightings;
    private final LoopSettings settings;

    StartPhase(
            PluginGuard guard,
            Connections connections,
            AttemptSecrets secrets,
            Sightings sightings,
            LoopSettings settings) {
        this.guard = guard;
        this.connections = connections;
        this.secrets = secrets;
        this.sightings = sightings;
        this.settings = settings;
    }

    @Override
    public Result run(Present present, Instant now) {
        List<SecretName> names = present.job().submitted().build().secrets();
        try {
            return start(present, secrets.of(present.attempt().id(), names));
        } catch (IOException unavailable) {
            return without(present, names, String.valueOf(unavailable.getMessage()));
        }
    }

    /** A command that an earlier call started needs no secrets any more; what the host can show never started is over. */
    private Result without(Present present, List<SecretName> names, String problem) {
        AttemptId id = present.attempt().id();
        Reached reached = connections.to(present.host());
        CallResult<RunReport> look = guard.call(
                reached.executor(),
                "follow",
                settings.callLimit(),
                () -> reached.host().follow(new FollowRequest(id, "", 0, 0, Duration.ZERO), (_, _, _) -> {}));
        boolean never = look instanceof CallResult.Returned<RunReport>(RunReport report)
                && report instanceof RunReport.NeverStarted;
        return never
                ? new Result.Take(new StartRefused(id, "secret-unavailable", problem))
                : start(present, names.stream().map(Secret::withheld).toList());
    }

    private Result start(Present present, List<Secret> given) {
        Reached reached = connections.to(present.host());
        var submitted = present.job().submitted();
        StartRequest request = new StartRequest(
                present.attempt().id(),
                submitted.folder(),
                submitted.build().argv(),
                submitted.build().environment(),
                new Limits(settings.logLimitBytes(), time(submitted.build())),
                given);
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

    /** A controller that is there ends the command in time, and says why; the host does when there is none. */
    private Duration time(BuildRequest build) {
        return build.timeLimit().orElse(settings.timeLimit()).plus(HOST_PATIENCE);
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
