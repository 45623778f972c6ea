package build.offload.kernel.reconcile;

import build.offload.kernel.plugin.CallResult;
import build.offload.kernel.plugin.PluginGuard;
import build.offload.kernel.reconcile.Connections.Reached;
import build.offload.kernel.transition.Transition.AttemptExited;
import build.offload.kernel.transition.Transition.AttemptFailed;
import build.offload.spi.executor.BuildHost.FollowRequest;
import build.offload.spi.executor.BuildHost.RunReport;
import build.offload.spi.executor.OutputSink.Stream;
import build.offload.spi.executor.Secret;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.InfraFailure;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Copies the running command's output here and learns how it ended. */
final class FollowPhase implements Phase {

    private static final System.Logger LOG = System.getLogger(FollowPhase.class.getName());
    private static final Duration ANSWER = Duration.ofSeconds(30);

    private final PluginGuard guard;
    private final Connections connections;
    private final LoopAssembly.Local local;
    private final Sightings sightings;
    private final LoopSettings settings;

    FollowPhase(
            PluginGuard guard,
            Connections connections,
            LoopAssembly.Local local,
            Sightings sightings,
            LoopSettings settings) {
        this.guard = guard;
        this.connections = connections;
        this.local = local;
        this.sightings = sightings;
        this.settings = settings;
    }

    @Override
    public Result run(Present present, Instant now) {
        AttemptId id = present.attempt().id();
        List<Secret> secrets;
        try {
            secrets = local.secrets().of(id, present.job().submitted().build().secrets());
        } catch (IOException unavailable) {
            // Its output could not be told from its secrets; it waits on the host until it can.
            String problem = "the output of " + id + " stays on its host: " + unavailable.getMessage();
            LOG.log(System.Logger.Level.WARNING, problem);
            return new Result.Later(problem, Optional.empty());
        }
        try (LogWriter log = LogWriter.open(
                local.files(),
                id,
                settings.logLimitBytes(),
                secrets,
                local.watching().board()::move)) {
            long before = log.length();
            CallResult<RunReport> call = follow(present, log);
            if (log.overrun()) {
                return new Result.Take(new AttemptFailed(id, InfraFailure.EXECUTOR_LOST, problem(call), true));
            }
            if (call instanceof CallResult.Returned<RunReport>(RunReport report)) {
                if (!(report instanceof RunReport.Running)) {
                    log.complete();
                }
                return result(id, report);
            }
            return broken(id, problem(call), log.length() > before);
        } catch (IOException failure) {
            return later(id, "the output could not be kept: " + failure.getMessage());
        }
    }

    /** The first call only looks, so that it is known at once how an attempt stands that nobody has seen for a while. */
    private CallResult<RunReport> follow(Present present, LogWriter log) throws IOException {
        boolean known = sightings.current(present.attempt().id());
        Duration budget = known ? settings.followBudget() : Duration.ZERO;
        FollowRequest request = new FollowRequest(
                present.attempt().id(),
                present.attempt().handle().orElse(""),
                log.offset(Stream.STDOUT),
                log.offset(Stream.STDERR),
                budget);
        Reached reached = connections.to(present.host());
        return guard.call(
                reached.executor(),
                "follow",
                budget.plus(ANSWER),
                () -> reached.host().follow(request, log));
    }

    private static String problem(CallResult<RunReport> call) {
        return switch (call) {
            case CallResult.Returned<RunReport> _ -> "";
            case CallResult.Threw<RunReport> threw -> threw.message();
            case CallResult.Late<RunReport> late ->
                "the host was silent for " + late.limit().toSeconds() + " s";
        };
    }

    /** A connection that brought output before it broke shows that the host was within reach until then. */
    private static Result broken(AttemptId id, String problem, boolean broughtOutput) {
        return broughtOutput ? new Result.Again() : later(id, problem);
    }

    private Result result(AttemptId id, RunReport report) {
        sightings.seen(id);
        return switch (report) {
            case RunReport.Running _ -> new Result.Again();
            case RunReport.Exited(int code) -> new Result.Take(new AttemptExited(id, code));
            case RunReport.NeverStarted(String evidence) ->
                new Result.Take(new AttemptFailed(id, InfraFailure.START_LOST, evidence, false));
            case RunReport.Vanished(String evidence) ->
                new Result.Take(new AttemptFailed(id, InfraFailure.EXECUTOR_LOST, evidence, true));
        };
    }

    private static Result later(AttemptId id, String problem) {
        return new Result.Later(problem, Optional.of(new AttemptFailed(id, InfraFailure.UNREACHABLE, problem, true)));
    }
}
