package build.offload.kernel.job;

import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.JobRow.Progress;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.kernel.transition.Transition.CancelJob;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.model.JobStage;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Cancels a job. One that waits is over at once; one that has a host is over when the loop has seen its processes gone. A
 * promotion under way is finished, since half of it would be worse than either. What nobody asked for, but was found to be due,
 * leaves a job alone that has come to its end meanwhile.
 */
public record CancelStep(CancelJob operation) implements Step {

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        Optional<Progress> job = tx.jobs().progress(operation.job());
        if (job.isEmpty()) {
            return Optional.of(Refusal.of("unknown-job", "there is no job " + operation.job()));
        }
        JobStage stage = job.get().stage();
        if (operation.code().equals(CancelJob.QUEUE_LIMIT) && stage != JobStage.WAITING) {
            return Optional.of(Refusal.of("not-waiting", "a host took it in time"));
        }
        if (!operation.code().equals(CancelJob.REQUESTED) && stage.finished()) {
            return Optional.of(Refusal.of("already-over", "the job has come to its end by itself"));
        }
        return stage == JobStage.PUBLISHING
                ? Optional.of(
                        Refusal.of("too-late", "the job's outputs are being put in place; it is over in a moment"))
                : Optional.empty();
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        JobRow job = tx.jobs().job(operation.job()).orElseThrow();
        if (job.progress().stage().finished() || job.progress().cancelCode().isPresent()) {
            return effect(job, false, "unchanged");
        }
        return job.progress().stage() == JobStage.WAITING ? release(tx, facts, job) : wish(tx, job);
    }

    private Effect release(WriteTransaction tx, Facts facts, JobRow job) {
        JobRow ended = job.with(job.progress()
                .cancelling(operation.code())
                .ended(JobStage.CANCELLED, CancelReasons.ending(operation.code(), facts.now())));
        tx.queue().delete(job.id());
        tx.jobs().setProgress(ended);
        tx.jobs().forgetEnvironment(job.id());
        return effect(ended, true, operation.code());
    }

    private Effect wish(WriteTransaction tx, JobRow job) {
        JobRow cancelling = job.with(job.progress().cancelling(operation.code()));
        tx.jobs().setProgress(cancelling);
        return effect(cancelling, true, operation.code());
    }

    private static Effect effect(JobRow job, boolean changed, String reason) {
        boolean finished = job.progress().stage().finished();
        return new Effect(
                Map.of(
                        "changed",
                        changed,
                        "jobId",
                        job.id().value(),
                        "stage",
                        job.progress().stage(),
                        "pending",
                        finished ? List.of() : List.of("processes-gone")),
                false,
                List.of(JobEvents.of(finished && changed ? "job-cancelled" : "job-cancelling", job, reason)));
    }
}
