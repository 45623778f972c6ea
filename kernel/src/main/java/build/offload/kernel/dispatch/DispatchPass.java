package build.offload.kernel.dispatch;

import build.offload.kernel.dispatch.Candidate.Blocker;
import build.offload.kernel.dispatch.WaitingJobs.Head;
import build.offload.kernel.dispatch.WaitingJobs.Kind;
import build.offload.kernel.dispatch.WaitingJobs.Line;
import build.offload.kernel.store.TicketRow;
import build.offload.kernel.transition.Transition.PlaceTickets;
import build.offload.kernel.transition.Transition.PlaceTickets.Placement;
import build.offload.kernel.transition.Transition.PlaceTickets.Satisfiability;
import build.offload.spi.model.JobId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * One pass over the queue in FIFO order. A job that finds no host keeps its place and holds up nobody who needs something else;
 * those behind it who need the same find none either.
 */
final class DispatchPass {

    private static final Comparator<Seat> MOST_FREE =
            Comparator.comparingInt(Seat::free).reversed();

    private final FleetCopy copy;
    private final FleetSnapshot fleet;
    private final int limit;
    private final List<Seat> seats;
    private final Map<Needs, List<Seat>> eligible = new HashMap<>();
    private final PriorityQueue<Head> heads = new PriorityQueue<>(Head.FIFO);
    private final List<Placement> placements = new ArrayList<>();
    private final Map<JobId, Satisfiability> changes = new LinkedHashMap<>();

    /** An open host and the slots that the pass has not given away yet. */
    private static final class Seat {
        private final Candidate candidate;
        private int free;

        Seat(Candidate candidate) {
            this.candidate = candidate;
            this.free = candidate.freeSlots();
        }

        Candidate candidate() {
            return candidate;
        }

        int free() {
            return free;
        }
    }

    /** Create a pass that places at most {@code limit} jobs; with {@code admits} false it places none. */
    DispatchPass(FleetCopy copy, FleetSnapshot fleet, boolean admits, int limit) {
        this.copy = copy;
        this.fleet = fleet;
        this.limit = limit;
        this.seats = admits ? fleet.open().map(Seat::new).toList() : List.of();
    }

    /** Return what the pass does. Jobs of controllers that are gone keep their places. */
    PlaceTickets over(WaitingJobs queue, Liveness liveness) {
        for (Line line : queue.lines()) {
            boolean satisfiable = look(line);
            if (satisfiable && liveness.of(line.kind().controllerId())) {
                heads.add(line.head());
            }
        }
        while (!heads.isEmpty() && placements.size() < limit) {
            Head head = heads.remove();
            choose(head.line().kind()).ifPresent(seat -> place(head, seat));
        }
        return new PlaceTickets(placements, List.copyOf(changes.values()));
    }

    /** Return whether any host could ever take the jobs of a line, and note whose ticket says otherwise. */
    private boolean look(Line line) {
        Optional<Blocker> missing = copy.unsatisfiable(fleet, line.kind().needs());
        TicketRow.State right = missing.isPresent() ? TicketRow.State.BLOCKED : TicketRow.State.WAITING;
        line.not(right)
                .limit(Math.max(0, limit - changes.size()))
                .forEach(job -> changes.put(job, new Satisfiability(job, missing.map(Blocker::missing))));
        return missing.isEmpty();
    }

    private void place(Head head, Seat seat) {
        seat.free--;
        placements.add(new Placement(head.job(), seat.candidate().name()));
        changes.remove(head.job());
        head.next().ifPresent(heads::add);
    }

    /** A host that fails what it is given at once has its slots free most of the time, and would be given the same job again. */
    private static Comparator<Seat> anotherHost(Kind kind) {
        return Comparator.comparing(
                seat -> kind.failedOn().contains(seat.candidate().name()));
    }

    private Optional<Seat> choose(Kind kind) {
        return eligible
                .computeIfAbsent(
                        kind.needs(),
                        wanted -> seats.stream()
                                .filter(seat ->
                                        fleet.blocker(seat.candidate(), wanted).isEmpty())
                                .toList())
                .stream()
                .filter(seat -> seat.free() > 0)
                .min(anotherHost(kind)
                        .thenComparing(MOST_FREE)
                        .thenComparing(Seat::candidate, FleetSnapshot.lightest(kind.checkout())));
    }
}
