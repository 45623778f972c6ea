package build.offload.kernel.reconcile;

import build.offload.kernel.plugin.CallResult;
import build.offload.kernel.plugin.PluginGuard;
import build.offload.kernel.reconcile.Connections.Reached;
import build.offload.kernel.reconcile.LoopAssembly.Local;
import build.offload.kernel.store.ConflictRow;
import build.offload.kernel.transition.Transition.AttemptCollected;
import build.offload.kernel.transition.Transition.AttemptFailed;
import build.offload.kernel.transition.Transition.PublicationBlocked;
import build.offload.spi.executor.BuildHost.CollectReport;
import build.offload.spi.executor.BuildHost.CollectRequest;
import build.offload.spi.executor.BuildHost.OutputFile;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.InfraFailure;
import build.offload.spi.model.OutputPattern;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Brings the declared outputs, and nothing else, into staging, and verifies there what the host said of them: a host may lie,
 * and so may an executor.
 */
final class CollectPhase implements Phase {

    private final PluginGuard guard;
    private final Connections connections;
    private final AttemptFiles files;
    private final Transfers transfers;
    private final LoopSettings settings;

    CollectPhase(PluginGuard guard, Connections connections, Local local, LoopSettings settings) {
        this.guard = guard;
        this.connections = connections;
        this.files = local.files();
        this.transfers = local.watching().transfers();
        this.settings = settings;
    }

    @Override
    public Result run(Present present, Instant now) {
        AttemptId id = present.attempt().id();
        Path staging = files.staging(id);
        try {
            AttemptFiles.makeEmpty(staging);
        } catch (IOException failure) {
            return later(id, "staging cannot be written: " + failure.getMessage(), InfraFailure.TRANSFER_FAILED);
        }
        List<OutputPattern> outputs = present.job().submitted().build().outputs();
        Reached reached = connections.to(present.host());
        CallResult<CollectReport> result = transfers.during(
                id,
                "outputs",
                meter -> collect(
                        reached,
                        new CollectRequest(
                                id,
                                outputs,
                                staging,
                                settings.outputLimitBytes(),
                                settings.outputLimitFiles(),
                                meter)));
        return switch (result) {
            case CallResult.Returned<CollectReport>(CollectReport report) -> collected(present, staging, report);
            case CallResult.Threw<CollectReport> threw ->
                later(id, threw.message(), Failures.of(threw, InfraFailure.OUTPUTS_LOST));
            case CallResult.Late<CollectReport> late ->
                later(id, "collecting took longer than " + late.limit(), InfraFailure.TRANSFER_FAILED);
        };
    }

    private CallResult<CollectReport> collect(Reached reached, CollectRequest request) {
        return guard.call(
                reached.executor(),
                "collect",
                settings.transferLimit(),
                () -> reached.host().collect(request));
    }

    private Result collected(Present present, Path staging, CollectReport report) {
        AttemptId id = present.attempt().id();
        if (!report.tree().equals(present.job().submitted().snapshot())) {
            return blocked(
                    id,
                    "snapshot-mismatch",
                    "the host built tree " + report.tree() + ", not the one submitted",
                    List.of());
        }
        if (!report.refused().isEmpty()) {
            return blocked(
                    id,
                    "output-refused",
                    "declared outputs cannot travel: " + String.join("; ", report.refused()),
                    List.of());
        }
        if (!report.unmatched().isEmpty()) {
            List<ConflictRow> missing = report.unmatched().stream()
                    .map(pattern -> new ConflictRow(pattern.value(), nothingThere(pattern)))
                    .toList();
            return blocked(
                    id, "outputs-missing", "the build exited with 0 but left no " + names(report.unmatched()), missing);
        }
        return verified(present, staging, report);
    }

    private Result verified(Present present, Path staging, CollectReport report) {
        AttemptId id = present.attempt().id();
        for (OutputFile file : report.files()) {
            Optional<String> wrong = StagedOutputs.wrong(
                    staging, file, present.job().submitted().build().outputs());
            if (wrong.isPresent()) {
                return later(id, wrong.get(), InfraFailure.TRANSFER_FAILED);
            }
        }
        return new Result.Take(
                new AttemptCollected(id, report.files(), report.duration().toMillis()));
    }

    /** Many a build tool is told a folder by its bare name; here that would be a file's. */
    private static String nothingThere(OutputPattern pattern) {
        return pattern.literal()
                ? "the build left no file there; a folder with all it holds is declared as " + pattern + "/"
                : "the build left nothing there";
    }

    private static String names(List<OutputPattern> patterns) {
        return String.join(", ", patterns.stream().map(OutputPattern::value).toList());
    }

    private static Result blocked(AttemptId id, String code, String message, List<ConflictRow> conflicts) {
        return new Result.Take(new PublicationBlocked(id, code, message, conflicts));
    }

    private static Result later(AttemptId id, String problem, InfraFailure failure) {
        return new Result.Later(problem, Optional.of(new AttemptFailed(id, failure, problem, true)));
    }
}
