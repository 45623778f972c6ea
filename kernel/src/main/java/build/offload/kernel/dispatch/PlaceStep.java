package build.offload.kernel.dispatch;

import build.offload.kernel.dispatch.DispatchPass.Placement;
import build.offload.kernel.dispatch.DispatchPass.TicketChange;
import build.offload.kernel.event.NewEvent;
import build.offload.kernel.store.AttemptRow;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.TicketRow;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.kernel.transition.Transition.PlaceTickets;
import build.offload.spi.frontend.Controller.Refusal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A dispatch pass: hosts are read and their slots reserved in the one transaction that commits it, so that a drain that
 * committed first always wins.
 */
public record PlaceStep(PlaceTickets wish, DispatchPolicy policy, NeedsOfJobs needs) implements Step {

    /** The code by which a pass is refused that would change nothing. */
    public static final String NOTHING = "nothing-to-place";

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        return plan(tx, facts).empty()
                ? Optional.of(Refusal.of(NOTHING, "no waiting job finds a host now"))
                : Optional.empty();
    }

    private DispatchPass plan(ReadTransaction tx, Facts facts) {
        return DispatchPass.plan(tx, facts, policy, needs, wish.limit());
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        DispatchPass pass = plan(tx, facts);
        List<NewEvent> events = new ArrayList<>();
        pass.placements().forEach(placement -> events.add(place(tx, facts, placement)));
        pass.changes().forEach(change -> events.add(change(tx, change)));
        return new Effect(Map.of("changed", true, "placed", pass.placements().size()), false, events);
    }

    private static NewEvent place(WriteTransaction tx, Facts facts, Placement placement) {
        JobRow job = placement.job().with(placement.job().progress().placed());
        Duration waited = facts.since(tx.queue().ticket(job.id()).orElseThrow().enqueuedAt());
        tx.queue().delete(job.id());
        tx.queue()
                .reserve(job.attemptId(), placement.host(), facts.now(), facts.controllerId(), facts.controllerEpoch());
        tx.jobs()
                .insertAttempt(new AttemptRow(
                        job.attemptId(),
                        placement.host(),
                        Optional.empty(),
                        true,
                        false,
                        new AttemptRow.Times(
                                facts.now(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty()),
                        new AttemptRow.Transfer(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty()),
                        job.submitted().controllerId(),
                        facts.controllerEpoch()));
        tx.jobs().setProgress(job);
        return NewEvent.of("job-placed", "preparing", "dispatched")
                .job(
                        job.id().value(),
                        job.submitted().repo(),
                        job.submitted().snapshot().value(),
                        job.progress().attempt())
                .host(placement.host().value())
                .duration(waited.toMillis() / 1000.0);
    }

    private static NewEvent change(WriteTransaction tx, TicketChange change) {
        tx.queue().setState(change.job().id(), change.state(), change.blocker().map(Candidate.Blocker::message));
        String reason = change.state() == TicketRow.State.BLOCKED ? "capability-missing" : "satisfiable-again";
        return NewEvent.of("ticket-" + (change.blocker().isPresent() ? "blocked" : "waiting"), "queue", reason)
                .job(
                        change.job().id().value(),
                        change.job().submitted().repo(),
                        change.job().submitted().snapshot().value(),
                        change.job().progress().attempt())
                .data(Map.of(
                        "message",
                        change.blocker().map(Candidate.Blocker::message).orElse("")));
    }
}
