package build.offload.kernel.job;

import build.offload.kernel.dispatch.Candidate.Blocker;
import build.offload.kernel.dispatch.DispatchPolicy;
import build.offload.kernel.dispatch.FleetSnapshot;
import build.offload.kernel.dispatch.Needs;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.QueuePlace;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.TicketRow;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.kernel.transition.Submission;
import build.offload.kernel.transition.Transition.SubmitJob;
import build.offload.spi.frontend.Controller.Refusal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Puts a captured build into the ledger and the queue. The same key of the same checkout is the same job: it is attached
 * to, and refused when something else is asked for under it.
 */
public record SubmitStep(SubmitJob operation, DispatchPolicy policy) implements Step {

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        return tx.jobs()
                .job(submission().id())
                .filter(job -> !job.submitted().fingerprint().equals(Fingerprint.of(submission())))
                .map(job -> Refusal.of(
                        "identity-conflict",
                        "key '" + submission().key()
                                + "' is taken in this checkout by a job with another command or other"
                                + " outputs; choose another key"));
    }

    private Submission submission() {
        return operation.submission();
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        Optional<JobRow> existing = tx.jobs().job(submission().id());
        return existing.isPresent() ? attach(existing.get()) : enter(tx, facts);
    }

    private static Effect attach(JobRow job) {
        return new Effect(
                Map.of(
                        "changed", false,
                        "jobId", job.id().value(),
                        "attached", true,
                        "stage", job.progress().stage(),
                        "pending", List.of()),
                false,
                List.of(JobEvents.of("job-attached", job, "same-key")));
    }

    private Effect enter(WriteTransaction tx, Facts facts) {
        JobRow job =
                new JobRow(submitted(facts), JobRow.Progress.queued(tx.queue().nextSeq()));
        FleetSnapshot fleet = FleetSnapshot.read(tx, facts.now(), policy);
        Optional<Blocker> missing = fleet.unsatisfiable(Needs.of(submission().build()));
        TicketRow ticket = new TicketRow(
                job.id(),
                new QueuePlace(job.progress().queueSeq(), facts.now(), 0),
                missing.isPresent() ? TicketRow.State.BLOCKED : TicketRow.State.WAITING,
                missing.map(Blocker::message),
                facts.controllerId());
        tx.jobs().insert(job, submission().outputStamps());
        tx.queue().insert(ticket, facts.controllerEpoch());
        return new Effect(
                result(job, tx.queue().length(), fleet, missing),
                false,
                List.of(JobEvents.of(
                        "job-submitted", job, missing.map(Blocker::code).orElse("submitted"))));
    }

    private static Map<String, Object> result(
            JobRow job, int position, FleetSnapshot fleet, Optional<Blocker> missing) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("changed", true);
        result.put("jobId", job.id().value());
        result.put("attached", false);
        result.put("stage", job.progress().stage());
        result.put("position", position);
        result.put("eligibleHosts", fleet.eligibleEver(Needs.of(job.submitted().build())));
        missing.ifPresent(blocker -> result.put("missing", List.of(blocker.message())));
        result.put("pending", List.of("dispatch"));
        return result;
    }

    private JobRow.Submitted submitted(Facts facts) {
        Submission s = submission();
        return new JobRow.Submitted(
                s.id(),
                s.key(),
                s.mirror(),
                s.checkout(),
                s.folder(),
                s.build(),
                Fingerprint.of(s),
                s.snapshot(),
                s.emptyFolders(),
                s.generation(),
                s.owner(),
                s.detached(),
                facts.now(),
                facts.controllerId(),
                facts.controllerEpoch());
    }
}
