package build.offload.kernel.job;

import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.model.JobId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Has the outputs of a blocked job compared and published again, as they are in staging. Only outputs that were verified can be:
 * what never came back whole, or came from another tree, stays out. Whoever waited for the job was told that it is blocked, so
 * it is detached from then on.
 */
public record PublishStep(JobId id) implements Step {

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        return Undecided.guard(tx, id).or(() -> unverified(tx));
    }

    private Optional<Refusal> unverified(ReadTransaction tx) {
        JobRow job = tx.jobs().job(id).orElseThrow();
        return tx.jobs().staged(job.attemptId()).isEmpty()
                ? Optional.of(Refusal.of(
                        "nothing-verified",
                        "the job brought back nothing that could be published"
                                + job.progress()
                                        .ending()
                                        .map(ending -> " (" + ending.message() + ")")
                                        .orElse("")
                                + "; discard it, and build again"))
                : Optional.empty();
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        JobRow blocked = tx.jobs().job(id).orElseThrow();
        JobRow publishing = blocked.with(blocked.progress().republished());
        tx.jobs().setConflicts(blocked.id(), List.of());
        tx.jobs().setProgress(publishing);
        tx.jobs().resumed(blocked.attemptId());
        tx.jobs().detach(blocked.id());
        return new Effect(
                Map.of(
                        "changed", true,
                        "jobId", publishing.id().value(),
                        "stage", publishing.progress().stage(),
                        "pending", List.of("publication")),
                false,
                List.of(JobEvents.of("job-publication-retried", publishing, "job-publish")));
    }
}
