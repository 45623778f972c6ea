package build.offload.kernel.job;

import build.offload.kernel.store.ConflictRow;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.PromotedFileRow;
import build.offload.kernel.store.StagedFileRow;
import build.offload.spi.model.FileStamp;
import build.offload.spi.model.OutputPath;
import build.offload.spi.publish.PublicationStrategy.Target;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which state of each target a promotion may replace: absent, as it stood at submission, or what an earlier-queued job of
 * the same checkout promoted. What a later-queued job promoted stays; the one it overtook is superseded.
 *
 * @param targets every staged file, superseded or not: a promotion that a crash cut in half needs them all
 * @param superseded targets that a later-queued job has promoted already
 */
public record PublicationPlan(List<Target> targets, List<ConflictRow> superseded) {

    /** Plan the promotion of a job's staged files. */
    public static PublicationPlan of(
            JobRow job,
            List<StagedFileRow> staged,
            Map<OutputPath, FileStamp> atSubmission,
            Map<OutputPath, PromotedFileRow> promoted) {
        PublicationPlan plan = new PublicationPlan(new ArrayList<>(), new ArrayList<>());
        for (StagedFileRow file : staged) {
            Optional<PromotedFileRow> last = Optional.ofNullable(promoted.get(file.path()));
            plan.add(job, file, Optional.ofNullable(atSubmission.get(file.path())), last);
        }
        return plan;
    }

    private void add(JobRow job, StagedFileRow file, Optional<FileStamp> recorded, Optional<PromotedFileRow> promoted) {
        Optional<PromotedFileRow> later =
                promoted.filter(last -> last.queueSeq() > job.progress().queueSeq());
        later.ifPresent(last -> superseded.add(
                new ConflictRow(file.path().value(), "promoted by job " + last.job() + ", which was queued later")));
        Set<FileStamp> mayBe = new HashSet<>();
        recorded.ifPresent(mayBe::add);
        promoted.filter(_ -> later.isEmpty()).map(PromotedFileRow::stamp).ifPresent(mayBe::add);
        targets.add(new Target(file.path(), file.executable(), file.size(), file.sha256(), true, mayBe));
    }
}
