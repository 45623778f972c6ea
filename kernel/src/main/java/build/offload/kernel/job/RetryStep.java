package build.offload.kernel.job;

import build.offload.kernel.store.AttemptRow;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.QueuePlace;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.TicketRow;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.kernel.transition.Transition.JobRetry;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.model.JobStage;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * {@code job-retry}: another attempt for a job that infrastructure lost, once the old attempt is known to be gone from its
 * host. A build's own failure is never retried. Whoever waited for the job was told that it is lost, so it is detached from
 * then on: else it would be cancelled, since its owner is gone.
 */
public record RetryStep(JobRetry verb) implements Step {

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        Optional<JobRow> job = tx.jobs().job(verb.job());
        if (job.isEmpty()) {
            return Optional.of(Refusal.of("unknown-job", "there is no job " + verb.job()));
        }
        boolean lost = job.get().progress().stage() == JobStage.LOST;
        return lost
                ? notFenced(tx, job.get()).or(() -> leftBehind(tx, facts, job.get()))
                : Optional.of(notRetryable(job.get()));
    }

    /** Only the controller that took a job can start it. */
    private static Optional<Refusal> leftBehind(ReadTransaction tx, Facts facts, JobRow job) {
        String controller = job.submitted().controllerId();
        return tx.controllers()
                .find(controller)
                .filter(row -> !row.id().equals(facts.controllerId()) && ControllerGoneStep.gone(tx, row, facts.now()))
                .map(row -> Refusal.of(
                        "controller-gone",
                        "the controller that took it, " + controller + ", was last heard of at " + row.heartbeatAt()
                                + "; start that one and retry, or submit the build from another checkout"));
    }

    private static Refusal notRetryable(JobRow job) {
        return Refusal.of(
                "not-retryable",
                "the job is " + job.progress().stage().name().toLowerCase(Locale.ROOT)
                        + "; only one that infrastructure lost is retried, another is submitted anew");
    }

    /** An attempt whose host is no longer enrolled can reach nothing of ours any more. */
    private static Optional<Refusal> notFenced(ReadTransaction tx, JobRow job) {
        return tx.jobs()
                .attempt(job.attemptId())
                .filter(attempt -> !attempt.swept())
                .filter(attempt -> tx.fleet().host(attempt.host()).isPresent())
                .map(RetryStep::stillThere);
    }

    private static Refusal stillThere(AttemptRow attempt) {
        return Refusal.of(
                "not-fenced",
                "attempt " + attempt.id().number() + " has not been seen gone from '" + attempt.host()
                        + "' yet; try again when that host answers, or remove it");
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        JobRow job = tx.jobs().job(verb.job()).orElseThrow();
        JobRow queued = job.with(job.progress().requeued());
        long seq = tx.queue().nextSeq();
        tx.jobs().setProgress(queued);
        tx.jobs().detach(job.id());
        tx.queue()
                .insert(
                        new TicketRow(
                                job.id(),
                                new QueuePlace(seq, facts.now(), job.progress().attempt()),
                                TicketRow.State.WAITING,
                                Optional.empty(),
                                job.submitted().controllerId()),
                        facts.controllerEpoch());
        Map<String, Object> result = Map.of(
                "changed", true,
                "jobId", job.id().value(),
                "stage", queued.progress().stage(),
                "attempt", queued.progress().attempt() + 1,
                "pending", List.of("dispatch"));
        return new Effect(result, true, List.of(JobEvents.of("job-retried", queued, "job-retry")));
    }
}
