package build.offload.kernel.dispatch;

import build.offload.kernel.dispatch.Candidate.Blocker;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.TicketRow;
import build.offload.kernel.transition.Facts;
import build.offload.spi.model.HostName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One pass over the queue in FIFO order. A ticket that finds no host keeps its place and holds up nobody behind it.
 *
 * @param placements which job goes where
 * @param changes tickets that became blocked, or no longer are
 */
public record DispatchPass(List<Placement> placements, List<TicketChange> changes) {

    private static final int PAGE = 256;

    /** A job and the host it goes to. */
    public record Placement(JobRow job, HostName host) {}

    /** A ticket's new state, with what no enrolled host has when it is blocked. */
    public record TicketChange(JobRow job, TicketRow.State state, Optional<Blocker> blocker) {}

    /**
     * Plan a pass over what the transaction sees; at most {@code limit} placements. Tickets of controllers that are gone
     * are passed over.
     */
    public static DispatchPass plan(ReadTransaction tx, Facts facts, DispatchPolicy policy, int limit) {
        FleetSnapshot fleet = FleetSnapshot.read(tx, facts.now(), policy);
        Liveness liveness = Liveness.read(tx, facts);
        DispatchPass pass = new DispatchPass(new ArrayList<>(), new ArrayList<>());
        boolean admits = policy.enabled() && Admission.open(tx.cluster().desired());
        List<TicketRow> page = tx.queue().ticketsAfter(0, PAGE);
        while (!page.isEmpty() && pass.placements.size() < limit) {
            for (TicketRow ticket : page) {
                pass.consider(
                        ticket,
                        tx.jobs().job(ticket.job()).orElseThrow(),
                        fleet,
                        admits && pass.placements.size() < limit && liveness.of(ticket.controllerId()));
            }
            page = tx.queue().ticketsAfter(page.getLast().seq(), PAGE);
        }
        return pass;
    }

    private void consider(TicketRow ticket, JobRow job, FleetSnapshot fleet, boolean mayPlace) {
        Needs needs = Needs.of(job.submitted().build());
        Optional<Blocker> unsatisfiable = fleet.unsatisfiable(needs);
        TicketRow.State state = unsatisfiable.isPresent() ? TicketRow.State.BLOCKED : TicketRow.State.WAITING;
        Optional<Candidate> chosen = mayPlace && unsatisfiable.isEmpty() ? fleet.choose(needs) : Optional.empty();
        if (chosen.isPresent()) {
            chosen.get().take();
            placements.add(new Placement(job, chosen.get().name()));
        } else if (state != ticket.state()) {
            changes.add(new TicketChange(job, state, unsatisfiable));
        }
    }

    /** Return whether the pass would change nothing. */
    public boolean empty() {
        return placements.isEmpty() && changes.isEmpty();
    }
}
