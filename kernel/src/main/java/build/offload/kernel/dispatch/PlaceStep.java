package build.offload.kernel.dispatch;

import build.offload.kernel.event.NewEvent;
import build.offload.kernel.fleet.KeptWorkspaces;
import build.offload.kernel.store.AttemptRow;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.ReservationRow;
import build.offload.kernel.store.TicketRow;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.kernel.transition.Transition.PlaceTickets;
import build.offload.kernel.transition.Transition.PlaceTickets.Missing;
import build.offload.kernel.transition.Transition.PlaceTickets.Placement;
import build.offload.kernel.transition.Transition.PlaceTickets.Satisfiability;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.model.HostName;
import build.offload.spi.model.JobId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A dispatch pass: each host is read again and its slot reserved in the one transaction that commits it, so that a drain that
 * committed first always wins. What the pass found and is not so any more is left out.
 */
public record PlaceStep(PlaceTickets wish, DispatchPolicy policy) implements Step {

    /** The code by which a pass is refused that would change nothing. */
    public static final String NOTHING = "nothing-to-place";

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        Gates gates = new Gates(tx, facts, policy);
        boolean places = open(tx)
                && wish.placements().stream()
                        .flatMap(placement -> gates.waiting(placement).stream()
                                .map(waiting -> gates.admits(waiting, placement.host())))
                        .findFirst()
                        .orElse(false);
        boolean changes = wish.changes().stream().anyMatch(change -> wrong(tx, change));
        return places || changes
                ? Optional.empty()
                : Optional.of(Refusal.of(NOTHING, "no waiting job finds a host now"));
    }

    private boolean open(ReadTransaction tx) {
        return policy.enabled() && Admission.open(tx.cluster().desired());
    }

    private static JobRow job(ReadTransaction tx, JobId id) {
        return tx.jobs().job(id).orElseThrow();
    }

    /** Return whether a job waits and its ticket says something else than it should. */
    private static boolean wrong(ReadTransaction tx, Satisfiability change) {
        return tx.queue()
                .ticket(change.job())
                .filter(ticket -> ticket.state() != state(change))
                .isPresent();
    }

    private static TicketRow.State state(Satisfiability change) {
        return change.missing().isPresent() ? TicketRow.State.BLOCKED : TicketRow.State.WAITING;
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        List<NewEvent> events = new ArrayList<>(placements(tx, facts));
        int placed = events.size();
        wish.changes().stream().filter(change -> wrong(tx, change)).forEach(change -> events.add(change(tx, change)));
        return new Effect(Map.of("changed", true, "placed", placed), false, events);
    }

    /** Where one job finds its host taken, those behind it wait for the next pass, or they would overtake it. */
    private List<NewEvent> placements(WriteTransaction tx, Facts facts) {
        List<NewEvent> events = new ArrayList<>();
        Gates gates = new Gates(tx, facts, policy);
        boolean goesOn = open(tx);
        Iterator<Placement> placements = wish.placements().iterator();
        while (goesOn && placements.hasNext()) {
            Placement next = placements.next();
            Optional<Waiting> waiting = gates.waiting(next);
            goesOn = waiting.isEmpty() || gates.admits(waiting.get(), next.host());
            if (goesOn) {
                waiting.ifPresent(job -> {
                    events.add(place(tx, facts, job, next.host(), "dispatched"));
                    gates.gave(next.host());
                });
            }
        }
        return events;
    }

    /** A job that waits. */
    record Waiting(TicketRow ticket, JobRow job) {

        static Waiting of(ReadTransaction tx, TicketRow ticket) {
            return new Waiting(ticket, PlaceStep.job(tx, ticket.job()));
        }
    }

    /** Give a job's ticket up for an attempt on a host, and return the event of it with the reason for that host. */
    static NewEvent place(WriteTransaction tx, Facts facts, Waiting waiting, HostName host, String reason) {
        JobRow job = waiting.job().with(waiting.job().progress().placed());
        tx.queue().delete(job.id());
        tx.queue()
                .reserve(
                        new ReservationRow(
                                job.attemptId(), host, waiting.ticket().place()),
                        facts.now(),
                        facts.controllerId(),
                        facts.controllerEpoch());
        tx.jobs()
                .insertAttempt(new AttemptRow(
                        job.attemptId(),
                        host,
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
        boolean holds = KeptWorkspaces.reserve(tx, job, host, facts.now());
        return NewEvent.of("job-placed", "preparing", reason)
                .job(
                        job.id().value(),
                        job.submitted().repo(),
                        job.submitted().snapshot().value(),
                        job.progress().attempt())
                .host(host.value())
                .duration(facts.since(waiting.ticket().enqueuedAt()).toMillis() / 1000.0)
                .data(holds ? Map.of("workspace", "kept") : Map.of());
    }

    private static NewEvent change(WriteTransaction tx, Satisfiability change) {
        TicketRow.State state = state(change);
        tx.queue().setState(change.job(), state, change.missing().map(Missing::message));
        JobRow job = job(tx, change.job());
        String reason = change.missing().map(Missing::code).orElse("satisfiable-again");
        return NewEvent.of("ticket-" + state.name().toLowerCase(Locale.ROOT), "queue", reason)
                .job(
                        job.id().value(),
                        job.submitted().repo(),
                        job.submitted().snapshot().value(),
                        job.progress().attempt())
                .data(Map.of("message", change.missing().map(Missing::message).orElse("")));
    }

    /** What lets a placement through, read in its transaction: each host once, and the slots it gave since. */
    private static final class Gates {

        private final ReadTransaction tx;
        private final Facts facts;
        private final DispatchPolicy policy;
        private final Liveness liveness;
        private final Map<HostName, FleetSnapshot> hosts = new HashMap<>();
        private final Map<HostName, Integer> given = new HashMap<>();

        Gates(ReadTransaction tx, Facts facts, DispatchPolicy policy) {
            this.tx = tx;
            this.facts = facts;
            this.policy = policy;
            this.liveness = Liveness.read(tx, facts.now(), facts.controllerId());
        }

        /** Return a job, if it still waits and somebody would start it. */
        Optional<Waiting> waiting(Placement placement) {
            return tx.queue()
                    .ticket(placement.job())
                    .filter(ticket -> liveness.of(ticket.controllerId()))
                    .map(ticket -> Waiting.of(tx, ticket));
        }

        /** Return whether the host takes the job. */
        boolean admits(Waiting waiting, HostName name) {
            return hosts.computeIfAbsent(name, this::read)
                    .anyFor(Needs.of(waiting.job().submitted().build()))
                    .filter(host -> host.freeSlots() > given.getOrDefault(host.name(), 0))
                    .isPresent();
        }

        private FleetSnapshot read(HostName host) {
            return FleetSnapshot.of(
                    FleetSnapshot.readCandidate(tx, host).stream().toList(), facts.now(), policy);
        }

        void gave(HostName host) {
            given.merge(host, 1, Integer::sum);
        }
    }
}
