package build.offload.kernel.dispatch;

import build.offload.kernel.dispatch.Candidate.Blocker;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.TicketRow;
import build.offload.kernel.transition.Facts;
import build.offload.spi.model.HostName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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
    static DispatchPass plan(ReadTransaction tx, Facts facts, DispatchPolicy policy, NeedsOfJobs needs, int limit) {
        Liveness liveness = Liveness.read(tx, facts);
        DispatchPass pass = new DispatchPass(new ArrayList<>(), new ArrayList<>());
        boolean admits = policy.enabled() && Admission.open(tx.cluster().desired());
        Choices choices = new Choices(FleetSnapshot.read(tx, facts.now(), policy), admits);
        List<TicketRow> page = tx.queue().ticketsAfter(0, PAGE);
        while (!page.isEmpty() && pass.placements.size() < limit) {
            for (TicketRow ticket : page) {
                boolean mayPlace = pass.placements.size() < limit && liveness.of(ticket.controllerId());
                pass.consider(tx, ticket, needs.of(tx, ticket.job()), choices, mayPlace);
            }
            page = tx.queue().ticketsAfter(page.getLast().seq(), PAGE);
        }
        return pass;
    }

    private void consider(ReadTransaction tx, TicketRow ticket, Needs needs, Choices choices, boolean mayPlace) {
        Optional<Blocker> unsatisfiable = choices.unsatisfiable(needs);
        TicketRow.State state = unsatisfiable.isPresent() ? TicketRow.State.BLOCKED : TicketRow.State.WAITING;
        Optional<Candidate> chosen = mayPlace && unsatisfiable.isEmpty() ? choices.choose(needs) : Optional.empty();
        if (chosen.isPresent()) {
            chosen.get().take();
            placements.add(new Placement(job(tx, ticket), chosen.get().name()));
        } else if (state != ticket.state()) {
            changes.add(new TicketChange(job(tx, ticket), state, unsatisfiable));
        }
    }

    private static JobRow job(ReadTransaction tx, TicketRow ticket) {
        return tx.jobs().job(ticket.job()).orElseThrow();
    }

    /**
     * What a fleet answers within one pass. Slots are only taken in it, so what finds no host once finds none later, and is
     * not asked again for each job that needs the same.
     */
    private static final class Choices {

        private final FleetSnapshot fleet;
        private final boolean admits;
        private final Map<Needs, Optional<Blocker>> unsatisfiable = new HashMap<>();
        private final Set<Needs> hopeless = new HashSet<>();

        Choices(FleetSnapshot fleet, boolean admits) {
            this.fleet = fleet;
            this.admits = admits;
        }

        Optional<Blocker> unsatisfiable(Needs needs) {
            return unsatisfiable.computeIfAbsent(needs, fleet::unsatisfiable);
        }

        Optional<Candidate> choose(Needs needs) {
            if (!admits || hopeless.contains(needs)) {
                return Optional.empty();
            }
            Optional<Candidate> chosen = fleet.choose(needs);
            if (chosen.isEmpty()) {
                hopeless.add(needs);
            }
            return chosen;
        }
    }

    /** Return whether the pass would change nothing. */
    public boolean empty() {
        return placements.isEmpty() && changes.isEmpty();
    }
}
