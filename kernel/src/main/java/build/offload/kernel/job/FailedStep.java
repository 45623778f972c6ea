package build.offload.kernel.job;

import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.JobRow.Ending;
import build.offload.kernel.store.QueuePlace;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.TicketRow;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.kernel.transition.Transition.AttemptFailed;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.model.InfraFailure;
import build.offload.spi.model.JobStage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Infrastructure failed an attempt. One that provably never started goes back to its place in the queue, a bounded number
 * of times; one that may have run is lost, and its slot stays taken until the host was seen without it.
 */
public record FailedStep(AttemptFailed seen) implements Step {

    private static final int ATTEMPTS_BY_ITSELF = 3;

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        return PresentAttempt.guard(
                tx, seen, Set.of(JobStage.PREPARING, JobStage.RUNNING, JobStage.COLLECTING, JobStage.PUBLISHING));
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        PresentAttempt present = PresentAttempt.of(tx, seen);
        tx.jobs().ended(seen.attempt(), facts.now());
        if (seen.failure() == InfraFailure.UNREACHABLE) {
            tx.fleet().silent(present.attempt().host(), facts.now());
        }
        JobRow next = next(tx, facts, present.job());
        if (!seen.mayHaveRun()) {
            tx.queue().release(seen.attempt());
        }
        String what = switch (next.progress().stage()) {
            case WAITING -> "job-requeued";
            case CANCELLED -> "job-cancelled";
            case LOST -> "job-lost";
            case PREPARING, RUNNING, COLLECTING, PUBLISHING, SUCCEEDED, FAILED, BLOCKED ->
                throw new IllegalStateException("a failed attempt leads nowhere else");
        };
        return new Effect(
                Map.of("changed", true),
                false,
                List.of(present.event(what, next, seen.failure().code()).data(Map.of("message", seen.message()))));
    }

    private JobRow next(WriteTransaction tx, Facts facts, JobRow job) {
        if (!seen.mayHaveRun() && job.progress().cancelCode().isPresent()) {
            return cancel(tx, facts, job);
        }
        QueuePlace before = tx.queue()
                .placedFrom(seen.attempt())
                .orElse(new QueuePlace(
                        job.progress().queueSeq(), job.submitted().at(), 0));
        return placedAgain(job, before) ? requeue(tx, facts, job, before) : lose(tx, facts, job);
    }

    /** Of an attempt that never ran nothing has to be seen gone. */
    private static JobRow cancel(WriteTransaction tx, Facts facts, JobRow job) {
        String code = job.progress().cancelCode().orElseThrow();
        JobRow cancelled = job.with(job.progress().ended(JobStage.CANCELLED, CancelReasons.ending(code, facts.now())));
        tx.jobs().setProgress(cancelled);
        tx.jobs().forgetEnvironment(job.id());
        return cancelled;
    }

    /** A job that was retried starts counting anew. */
    private boolean placedAgain(JobRow job, QueuePlace before) {
        return !seen.mayHaveRun()
                && seen.failure() != InfraFailure.SNAPSHOT_LOST
                && job.progress().attempt() - before.afterAttempt() < ATTEMPTS_BY_ITSELF;
    }

    private static JobRow requeue(WriteTransaction tx, Facts facts, JobRow job, QueuePlace before) {
        JobRow queued = job.with(job.progress().requeued());
        tx.jobs().setProgress(queued);
        tx.queue()
                .insert(
                        new TicketRow(
                                job.id(),
                                before,
                                TicketRow.State.WAITING,
                                Optional.empty(),
                                job.submitted().controllerId()),
                        facts.controllerEpoch());
        return queued;
    }

    private JobRow lose(WriteTransaction tx, Facts facts, JobRow job) {
        JobRow lost = job.with(job.progress()
                .ended(
                        JobStage.LOST,
                        new Ending(seen.failure().code(), seen.message(), Optional.of(seen.failure()), facts.now())));
        tx.jobs().setProgress(lost);
        return lost;
    }
}
