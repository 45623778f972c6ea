package build.offload.kernel.job;

import build.offload.kernel.store.ConflictRow;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.PromotedFileRow;
import build.offload.kernel.store.StagedFileRow;
import build.offload.spi.model.FileStamp;
import build.offload.spi.model.OutputPath;
import build.offload.spi.publish.PublicationStrategy.Target;
import build.offload.spi.publish.PublicationStrategy.WholeFolder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Which state of each target a promotion may replace: absent, as it stood at submission, or what an earlier-queued job of
 * the same checkout promoted. What a later-queued job promoted stays; the one it overtook is superseded.
 *
 * @param targets every staged file, superseded or not: a promotion that a crash cut in half needs them all
 * @param folders the folders that are promoted as a whole; in one of them, what earlier promotions put there and this one does not
 *     bring is outdated
 * @param superseded what a later-queued job has promoted already
 */
public record PublicationPlan(List<Target> targets, List<WholeFolder> folders, List<ConflictRow> superseded) {

    /**
     * Plan the promotion of a job's staged files.
     *
     * @param folders what is promoted as a whole; none where files are promoted one by one
     */
    public static PublicationPlan of(
            JobRow job,
            List<StagedFileRow> staged,
            Map<OutputPath, FileStamp> atSubmission,
            Map<OutputPath, PromotedFileRow> promoted,
            List<OutputPath> folders) {
        PublicationPlan plan = new PublicationPlan(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (StagedFileRow file : staged) {
            Optional<PromotedFileRow> last = Optional.ofNullable(promoted.get(file.path()));
            plan.add(job, file, Optional.ofNullable(atSubmission.get(file.path())), last);
        }
        Set<OutputPath> brought = staged.stream().map(StagedFileRow::path).collect(Collectors.toSet());
        for (OutputPath folder : folders) {
            plan.add(
                    job,
                    folder,
                    promoted.values().stream()
                            .filter(last -> last.path().value().startsWith(folder + "/"))
                            .filter(last -> !brought.contains(last.path()))
                            .toList());
        }
        return plan;
    }

    private void add(JobRow job, OutputPath folder, List<PromotedFileRow> others) {
        Map<OutputPath, FileStamp> outdated = new TreeMap<>();
        for (PromotedFileRow last : others) {
            if (isLater(last, job)) {
                superseded.add(superseding(last));
            } else {
                outdated.put(last.path(), last.stamp());
            }
        }
        folders.add(new WholeFolder(folder, outdated));
    }

    private static boolean isLater(PromotedFileRow last, JobRow job) {
        return last.queueSeq() > job.progress().queueSeq();
    }

    private static ConflictRow superseding(PromotedFileRow last) {
        return new ConflictRow(last.path().value(), "promoted by job " + last.job() + ", which was queued later");
    }

    private void add(JobRow job, StagedFileRow file, Optional<FileStamp> recorded, Optional<PromotedFileRow> promoted) {
        Optional<PromotedFileRow> later = promoted.filter(last -> isLater(last, job));
        later.map(PublicationPlan::superseding).ifPresent(superseded::add);
        Set<FileStamp> mayBe = new HashSet<>();
        recorded.ifPresent(mayBe::add);
        promoted.filter(_ -> later.isEmpty()).map(PromotedFileRow::stamp).ifPresent(mayBe::add);
        targets.add(new Target(file.path(), file.executable(), file.size(), file.sha256(), true, mayBe));
    }
}
