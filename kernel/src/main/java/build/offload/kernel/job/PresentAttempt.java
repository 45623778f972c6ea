package build.offload.kernel.job;

import build.offload.kernel.event.NewEvent;
import build.offload.kernel.store.AttemptRow;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.transition.Transition.AttemptStep;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.model.JobStage;
import java.util.Optional;
import java.util.Set;

/** Fences late news: a step of an attempt changes something only while that attempt is its job's present one. */
record PresentAttempt(JobRow job, AttemptRow attempt) {

    /** Return a refusal unless the attempt is its job's present one, not at its end, and the job in one of the stages. */
    static Optional<Refusal> guard(ReadTransaction tx, AttemptStep step, Set<JobStage> stages) {
        boolean present = tx.jobs()
                        .progress(step.attempt().job())
                        .filter(job -> job.attempt() == step.attempt().number() && stages.contains(job.stage()))
                        .isPresent()
                && tx.jobs().attempt(step.attempt()).filter(AttemptRow::active).isPresent();
        return present
                ? Optional.empty()
                : Optional.of(Refusal.of(
                        "late-attempt",
                        step.kind() + " of " + step.attempt() + " came when the job was elsewhere already"));
    }

    private static Optional<PresentAttempt> find(ReadTransaction tx, AttemptStep step) {
        return tx.jobs()
                .job(step.attempt().job())
                .filter(job -> job.progress().attempt() == step.attempt().number())
                .flatMap(job -> tx.jobs().attempt(step.attempt()).map(attempt -> new PresentAttempt(job, attempt)));
    }

    /** Return what a guard found. */
    static PresentAttempt of(ReadTransaction tx, AttemptStep step) {
        return find(tx, step).orElseThrow(() -> new IllegalStateException("guarded: " + step.attempt()));
    }

    /** Return a refusal when the job is being cancelled: the answer to that promised that it ends so. */
    Optional<Refusal> cancelling() {
        return job.progress()
                .cancelCode()
                .map(code -> Refusal.of("cancelling", "the attempt is being cancelled: " + code));
    }

    /** Return an event about the attempt, at the stage the job is in by now. */
    NewEvent event(String type, JobRow now, String reason) {
        return JobEvents.of(type, now, reason).host(attempt.host().value());
    }
}
