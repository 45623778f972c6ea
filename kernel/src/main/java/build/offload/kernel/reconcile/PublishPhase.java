package build.offload.kernel.reconcile;

import build.offload.kernel.job.PublicationPlan;
import build.offload.kernel.plugin.CallResult;
import build.offload.kernel.plugin.PluginGuard;
import build.offload.kernel.snapshot.GenerationRule;
import build.offload.kernel.snapshot.Mirror;
import build.offload.kernel.snapshot.Mirrors;
import build.offload.kernel.snapshot.Snapshot;
import build.offload.kernel.snapshot.SnapshotException;
import build.offload.kernel.store.ConflictRow;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.PromotedFileRow;
import build.offload.kernel.store.Store;
import build.offload.kernel.transition.Transition.AttemptPromoted;
import build.offload.kernel.transition.Transition.PublicationBlocked;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.FileStamp;
import build.offload.spi.model.OutputPath;
import build.offload.spi.publish.PublicationStrategy;
import build.offload.spi.publish.PublicationStrategy.PromotionReport;
import build.offload.spi.publish.PublicationStrategy.PromotionRequest;
import build.offload.spi.publish.PublicationStrategy.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Carries staged outputs into the checkout, under the checkout's lock, if nothing moved underneath: the checkout must still be
 * at the generation it was submitted at, and each target must stand as the plan allows.
 *
 * <p>Once both were found true the strategy is called, and once it has journaled anything only the strategy decides: it
 * finishes what it began or puts it back, whatever happened in between. Judging by the generation again would leave a promotion
 * that a crash cut in half as it is.
 */
final class PublishPhase implements Phase {

    private static final Duration LIMIT = Duration.ofMinutes(10);

    private final Store store;
    private final PluginGuard guard;
    private final Publications publications;
    private final AttemptFiles files;
    private final Mirrors mirrors;

    PublishPhase(Store store, PluginGuard guard, Publications publications, AttemptFiles files, Mirrors mirrors) {
        this.store = store;
        this.guard = guard;
        this.publications = publications;
        this.files = files;
        this.mirrors = mirrors;
    }

    @Override
    public Result run(Present present, Instant now) {
        JobRow job = present.job();
        AttemptId id = present.attempt().id();
        try {
            Path checkout = Path.of(job.submitted().checkout());
            Mirror mirror = mirrors.open(job.submitted().mirror(), checkout);
            return mirrors.locks().holding(mirror.id(), () -> publish(job, id, mirror));
        } catch (SnapshotException moving) {
            List<ConflictRow> paths = moving.paths().stream()
                    .map(path -> new ConflictRow(path, "changes while it is read"))
                    .toList();
            return blocked(id, "checkout-moved", String.valueOf(moving.getMessage()), paths);
        } catch (IOException failure) {
            return new Result.Later("the checkout cannot be read: " + failure.getMessage(), Optional.empty());
        }
    }

    private Result publish(JobRow job, AttemptId id, Mirror mirror) throws IOException {
        Optional<PublicationStrategy> strategy = publications.of(job.submitted().build());
        return strategy.isPresent() ? publish(job, id, mirror, strategy.get()) : withoutStrategy(job, id);
    }

    /** A promotion that was begun waits for its strategy, which alone knows how to go on; any other is for people to decide. */
    private Result withoutStrategy(JobRow job, AttemptId id) throws IOException {
        String missing = "the plugin '" + job.submitted().build().publication() + "' is not loaded";
        return AttemptFiles.empty(files.journal(id))
                ? blocked(
                        id,
                        "publication-missing",
                        missing + "; put its jar back, start the controller again, and publish the job",
                        List.of())
                : new Result.Later(missing + ", and a promotion that it began is not finished", Optional.empty());
    }

    private Result publish(JobRow job, AttemptId id, Mirror mirror, PublicationStrategy strategy) throws IOException {
        if (guard.stillRuns(strategy)) {
            return new Result.Later("an earlier promotion was given up and has not come back yet", Optional.empty());
        }
        boolean fresh = AttemptFiles.empty(files.journal(id));
        // Before what was promoted is read: what is recorded only after that read would be missing from it.
        if (fresh && promotionIsUnrecorded(mirror)) {
            return new Result.Later("another job's promotion into this checkout is not recorded yet", Optional.empty());
        }
        Map<OutputPath, PromotedFileRow> promoted = store.read(tx -> tx.jobs().promotedInto(mirror.id()));
        List<OutputPath> folders = publications.folders(job.submitted().build());
        PublicationPlan plan = store.read(tx ->
                PublicationPlan.of(job, tx.jobs().staged(id), tx.jobs().outputStamps(job.id()), promoted, folders));
        PromotionRequest request = new PromotionRequest(
                id, mirror.checkout(), files.staging(id), files.journal(id), plan.targets(), plan.folders());
        if (fresh) {
            Optional<Result> refusal = refusal(job, id, mirror, promoted, plan);
            if (refusal.isPresent()) {
                sweep(strategy, request);
                return refusal.get();
            }
            Files.createDirectories(request.journal());
        }
        return promote(strategy, request);
    }

    private static Optional<Result> refusal(
            JobRow job, AttemptId id, Mirror mirror, Map<OutputPath, PromotedFileRow> promoted, PublicationPlan plan)
            throws IOException {
        List<ConflictRow> moved = moved(job, mirror, promoted);
        if (!moved.isEmpty()) {
            return Optional.of(
                    blocked(id, "generation-mismatch", "the checkout changed while the job was under way", moved));
        }
        return plan.superseded().isEmpty()
                ? Optional.empty()
                : Optional.of(blocked(
                        id,
                        "superseded",
                        "a job that was queued later has promoted its outputs already",
                        plan.superseded()));
    }

    /**
     * Have copies removed that an earlier call left beside their targets when the controller died before anything was
     * journaled: no state of any target allows this promotion, so the strategy only sweeps.
     */
    private void sweep(PublicationStrategy strategy, PromotionRequest request) {
        if (Files.exists(request.journal())) {
            List<Target> barred = request.targets().stream()
                    .map(target -> new Target(
                            target.path(), target.executable(), target.size(), target.sha256(), false, Set.of()))
                    .toList();
            PromotionRequest sweeping = new PromotionRequest(
                    request.attempt(),
                    request.checkout(),
                    request.staging(),
                    request.journal(),
                    barred,
                    request.folders());
            guard.call(strategy, "sweep", LIMIT, () -> strategy.promote(sweeping));
        }
    }

    /** What another job has put in place would look like an edit until it is recorded, which comes after its lock is given up. */
    private boolean promotionIsUnrecorded(Mirror mirror) {
        return store.read(tx -> tx.jobs().publishing(mirror.id())).stream()
                .anyMatch(job -> !AttemptFiles.empty(files.journal(job.attemptId())));
    }

    private static List<ConflictRow> moved(JobRow job, Mirror mirror, Map<OutputPath, PromotedFileRow> promoted)
            throws IOException {
        Map<OutputPath, FileStamp> placed = new TreeMap<>();
        promoted.forEach((path, file) -> placed.put(path, file.stamp()));
        GenerationRule rule = new GenerationRule(job.submitted().build().outputs(), placed);
        Snapshot now = mirror.capture();
        if (mirror.generation(now, rule).equals(job.submitted().generation())) {
            return List.of();
        }
        return mirror.moved(job.submitted().snapshot(), now, rule).stream()
                .map(path -> new ConflictRow(
                        path.path(), path.change().name().toLowerCase(Locale.ROOT) + " since the job was submitted"))
                .toList();
    }

    /**
     * Where the strategy failed before it journaled anything, it changed nothing; else it must be called until it is done. A
     * call that was given up may still be at work, so the next one waits for its end.
     */
    private Result promote(PublicationStrategy strategy, PromotionRequest request) {
        AttemptId id = request.attempt();
        return switch (guard.call(strategy, "promote", LIMIT, () -> strategy.promote(request))) {
            case CallResult.Returned<PromotionReport>(PromotionReport.Promoted(var placed)) ->
                new Result.Take(new AttemptPromoted(id, placed));
            case CallResult.Returned<PromotionReport>(PromotionReport.Blocked(var conflicts)) ->
                blocked(
                        id,
                        "output-changed",
                        "files at declared outputs changed while the job was under way",
                        conflicts.stream()
                                .map(conflict -> new ConflictRow(conflict.path().value(), conflict.reason()))
                                .toList());
            case CallResult.Threw<PromotionReport> threw ->
                AttemptFiles.empty(request.journal())
                        ? blocked(id, "promotion-failed", threw.message(), List.of())
                        : new Result.Later(threw.message(), Optional.empty());
            case CallResult.Late<PromotionReport> late ->
                new Result.Later("the promotion took longer than " + late.limit(), Optional.empty());
        };
    }

    private static Result blocked(AttemptId id, String code, String message, List<ConflictRow> conflicts) {
        return new Result.Take(new PublicationBlocked(id, code, message, conflicts));
    }
}
