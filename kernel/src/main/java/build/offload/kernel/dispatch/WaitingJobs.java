package build.offload.kernel.dispatch;

import build.offload.kernel.event.ChangeFollower;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.TicketRow;
import build.offload.spi.frontend.OperatorCall.BuildRequest;
import build.offload.spi.model.HostName;
import build.offload.spi.model.JobId;
import build.offload.spi.model.MirrorId;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A copy of the queue, in lines of jobs that need the same and are of one checkout and controller. What is true of the first in a line is
 * true of all behind it, so that a pass asks as many questions as there are lines. Not safe for several threads.
 */
final class WaitingJobs implements ChangeFollower.Copy {

    private final Map<Kind, Line> lines = new HashMap<>();
    private final Map<JobId, Place> places = new HashMap<>();
    private final NavigableMap<Instant, Set<JobId>> limited = new TreeMap<>();

    /** What the jobs of a line have in common. */
    record Kind(
            Needs needs,
            MirrorId checkout,
            String controllerId,
            Optional<Duration> queueLimit,
            Set<HostName> failedOn) {

        /** Return the kind of the jobs that failed on other hosts before they started; one that failed on none is most jobs. */
        Kind failedOn(Set<HostName> hosts) {
            return new Kind(needs, checkout, controllerId, queueLimit, hosts);
        }
    }

    /** Where in which line a job stands, and until when it may wait. */
    private record Place(Line line, TicketRow.State state, long seq, Optional<Instant> until) {}

    /** Return the jobs of a controller that have waited for as long as they may. */
    List<JobId> overdue(Instant now, String controllerId) {
        return limited.headMap(now, true).values().stream()
                .flatMap(Set::stream)
                .filter(job -> Optional.ofNullable(places.get(job))
                        .filter(place -> place.line().kind().controllerId().equals(controllerId))
                        .isPresent())
                .toList();
    }

    /** Return the lines in no order; none is empty. */
    Collection<Line> lines() {
        return lines.values();
    }

    @Override
    public void readAll(ReadTransaction tx) {
        lines.clear();
        places.clear();
        limited.clear();
        Map<JobId, Set<HostName>> failed = tx.queue().failedOn();
        tx.queue()
                .builds()
                .forEach(row -> enter(
                        row.ticket(),
                        kind(row.ticket(), row.mirror(), row.build())
                                .failedOn(failed.getOrDefault(row.ticket().job(), Set.of()))));
    }

    @Override
    public void readAgain(ReadTransaction tx, ChangeFollower.Touched touched) {
        for (JobId job : touched.jobs()) {
            Optional<Kind> known = leave(job);
            tx.queue()
                    .ticket(job)
                    .ifPresent(ticket -> known.or(() -> kind(tx, ticket))
                            .ifPresent(kind ->
                                    enter(ticket, kind.failedOn(tx.queue().failedOn(ticket)))));
        }
    }

    @Override
    public int size() {
        return places.size();
    }

    /** What a job needs never changes, and reading it is most of the cost of taking it in. */
    private static Optional<Kind> kind(ReadTransaction tx, TicketRow ticket) {
        return tx.jobs()
                .job(ticket.job())
                .map(job ->
                        kind(ticket, job.submitted().mirror(), job.submitted().build()));
    }

    private static Kind kind(TicketRow ticket, MirrorId checkout, BuildRequest build) {
        return new Kind(
                Needs.of(build),
                checkout,
                ticket.controllerId(),
                build.placement().queueLimit(),
                Set.of());
    }

    private void enter(TicketRow ticket, Kind kind) {
        Line line = lines.computeIfAbsent(kind, Line::new);
        line.in(ticket.state()).put(ticket.seq(), ticket.job());
        Optional<Instant> until = kind.queueLimit().map(ticket.enqueuedAt()::plus);
        until.ifPresent(
                end -> limited.computeIfAbsent(end, _ -> new HashSet<>()).add(ticket.job()));
        places.put(ticket.job(), new Place(line, ticket.state(), ticket.seq(), until));
    }

    private Optional<Kind> leave(JobId job) {
        Optional<Place> place = Optional.ofNullable(places.remove(job));
        place.ifPresent(left -> {
            left.line().in(left.state()).remove(left.seq());
            if (left.line().empty()) {
                lines.remove(left.line().kind());
            }
            left.until()
                    .ifPresent(end -> limited.computeIfPresent(end, (_, jobs) -> {
                        jobs.remove(job);
                        return jobs.isEmpty() ? null : jobs;
                    }));
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
