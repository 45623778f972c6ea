package build.offload.kernel.dispatch;

import build.offload.kernel.event.ChangeFollower;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.TicketRow;
import build.offload.spi.frontend.OperatorCall.BuildRequest;
import build.offload.spi.model.JobId;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Map.Entry;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A copy of the queue, in lines of jobs that need the same and belong to one controller. What is true of the first in a line is
 * true of all behind it, so that a pass asks as many questions as there are lines. Not safe for several threads.
 */
final class WaitingJobs implements ChangeFollower.Copy {

    private final Map<Kind, Line> lines = new HashMap<>();
    private final Map<JobId, Place> places = new HashMap<>();

    /** What the jobs of a line have in common. */
    record Kind(Needs needs, String controllerId) {}

    /** Where in which line a job stands. */
    private record Place(Line line, TicketRow.State state, long seq) {}

    /** Return the lines in no order; none is empty. */
    Collection<Line> lines() {
        return lines.values();
    }

    @Override
    public void readAll(ReadTransaction tx) {
        lines.clear();
        places.clear();
        tx.queue().builds().forEach(row -> enter(row.ticket(), kind(row.ticket(), row.build())));
    }

    @Override
    public void readAgain(ReadTransaction tx, ChangeFollower.Touched touched) {
        for (JobId job : touched.jobs()) {
            Optional<Kind> known = leave(job);
            tx.queue()
                    .ticket(job)
                    .ifPresent(ticket -> known.or(() -> kind(tx, ticket)).ifPresent(kind -> enter(ticket, kind)));
        }
    }

    /** What a job needs never changes, and reading it is most of the cost of taking it in. */
    private static Optional<Kind> kind(ReadTransaction tx, TicketRow ticket) {
        return tx.jobs()
                .job(ticket.job())
                .map(job -> kind(ticket, job.submitted().build()));
    }

    private static Kind kind(TicketRow ticket, BuildRequest build) {
        return new Kind(Needs.of(build), ticket.controllerId());
    }

    private void enter(TicketRow ticket, Kind kind) {
        Line line = lines.computeIfAbsent(kind, Line::new);
        line.in(ticket.state()).put(ticket.seq(), ticket.job());
        places.put(ticket.job(), new Place(line, ticket.state(), ticket.seq()));
    }

    private Optional<Kind> leave(JobId job) {
        Optional<Place> place = Optional.ofNullable(places.remove(job));
        place.ifPresent(left -> {
            left.line().in(left.state()).remove(left.seq());
            if (left.line().empty()) {
                lines.remove(left.line().kind());
            }
        });
        return place.map(left -> left.line().kind());
    }

    /** Waiting jobs of one kind, by their places in the queue. */
    static final class Line {

        private final Kind kind;
        private final Map<TicketRow.State, NavigableMap<Long, JobId>> jobs = new EnumMap<>(TicketRow.State.class);

        private Line(Kind kind) {
            this.kind = kind;
        }

        Kind kind() {
            return kind;
        }

        private NavigableMap<Long, JobId> in(TicketRow.State state) {
            return jobs.computeIfAbsent(state, _ -> new TreeMap<>());
        }

        private boolean empty() {
            return jobs.values().stream().allMatch(Map::isEmpty);
        }

        /** Return the jobs whose ticket says something else than it should. */
        Stream<JobId> not(TicketRow.State right) {
            return jobs.entrySet().stream()
                    .filter(entry -> entry.getKey() != right)
                    .flatMap(entry -> entry.getValue().values().stream());
        }

        /** Return the first job at or behind a place. */
        private Optional<Entry<Long, JobId>> from(long seq) {
            return jobs.values().stream()
                    .flatMap(inState -> Optional.ofNullable(inState.ceilingEntry(seq)).stream())
                    .min(Entry.comparingByKey());
        }

        /** Return how many of its jobs some host could take, by what their tickets say. */
        int satisfiable() {
            return in(TicketRow.State.WAITING).size();
        }

        /** Return its first job; a line has one. */
        Head head() {
            return behind(0).orElseThrow();
        }

        private Optional<Head> behind(long seq) {
            return from(seq + 1).map(entry -> new Head(this, entry.getKey(), entry.getValue()));
        }
    }

    /** The job of a line that is next, after those that a pass has placed. */
    record Head(Line line, long seq, JobId job) {

        /** Whoever was queued first comes first, whatever the line. */
        static final Comparator<Head> FIFO = Comparator.comparingLong(Head::seq);

        /** Return the job behind this one. */
        Optional<Head> next() {
            return line.behind(seq);
        }
    }
}
