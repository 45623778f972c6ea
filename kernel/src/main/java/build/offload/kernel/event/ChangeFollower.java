package build.offload.kernel.event;

import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.TouchedRow;
import build.offload.spi.model.HostName;
import build.offload.spi.model.InvalidValueException;
import build.offload.spi.model.JobId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps a copy of part of the store in step with it by its events, so that following costs what happened and not what there is.
 * Where it cannot be known what changed, or too much did, everything is read again; so it is from time to time in any case, so
 * that a transition which breaks the rule that events name what changed is not wrong for ever. Not safe for several threads.
 */
public final class ChangeFollower {

    /** The type of the event by which everything is read anew. */
    public static final String RECONCILE = "admission-reconcile";

    private static final Duration READ_ALL_EVERY = Duration.ofMinutes(10);

    private static final int EVENTS_LIMIT = 20_000;

    /** A small copy is read anew when so much was touched; a large one when as much was as it holds. */
    private static final int TOUCHED_LIMIT = 1_000;

    private final Copy copy;
    private final Optional<Looks> looks;
    private Optional<Position> position = Optional.empty();

    /** What is kept in step. */
    public interface Copy {

        /** Read everything anew. */
        void readAll(ReadTransaction tx);

        /** Read again what was changed. */
        void readAgain(ReadTransaction tx, Touched touched);

        /** Return how much it holds: by this it is told whether reading everything costs less. */
        int size();
    }

    /** The jobs and hosts that events were about. */
    public record Touched(Set<JobId> jobs, Set<HostName> hosts) {
        private boolean nothing() {
            return jobs.isEmpty() && hosts.isEmpty();
        }

        private Touched and(Set<HostName> more) {
            Set<HostName> all = new HashSet<>(hosts);
            all.addAll(more);
            return new Touched(jobs, all);
        }
    }

    /** How far the copy has come, and when everything was last read. */
    private record Position(long seq, Instant readAllAt) {}

    private ChangeFollower(Copy copy, Optional<Looks> looks) {
        this.copy = copy;
        this.looks = looks;
    }

    /** Create a follower of a copy that holds nothing yet. */
    public ChangeFollower(Copy copy) {
        this(copy, Optional.empty());
    }

    /** Create a follower of a copy that also wants to know what looks at hosts found which make no event. */
    public static ChangeFollower withLooks(Copy copy) {
        return new ChangeFollower(copy, Optional.of(new Looks()));
    }

    /** Bring the copy up to the transaction and return the number of its latest event. */
    public long follow(ReadTransaction tx, Instant now) {
        long last = tx.events().lastSeq();
        Optional<Position> before = position.filter(known -> usable(known, last, now));
        position = Optional.empty(); // What fails on its way leaves the copy half changed.
        Set<HostName> looked = looks.map(all -> all.since(tx, now)).orElse(Set.of());
        Optional<Touched> touched =
                before.flatMap(known -> touched(tx, known.seq(), last)).map(found -> found.and(looked));
        if (touched.isEmpty()) {
            copy.readAll(tx);
        } else if (!touched.get().nothing()) {
            copy.readAgain(tx, touched.get());
        }
        Instant readAllAt =
                touched.isPresent() ? before.map(Position::readAllAt).orElse(now) : now;
        position = Optional.of(new Position(last, readAllAt));
        return last;
    }

    /** Have everything read anew the next time: the store has shown that it knows better. */
    public void distrust() {
        position = Optional.empty();
    }

    private static boolean usable(Position known, long last, Instant now) {
        boolean young = Duration.between(known.readAllAt(), now).abs().compareTo(READ_ALL_EVERY) < 0;
        return young && last >= known.seq() && last - known.seq() <= EVENTS_LIMIT;
    }

    /**
     * Events that were deleted meanwhile leave a gap, an id that cannot be one was redacted, and who has dispatch looked over does
     * not trust what it goes by.
     */
    private Optional<Touched> touched(ReadTransaction tx, long seq, long last) {
        if (seq == last) {
            return Optional.of(new Touched(Set.of(), Set.of()));
        }
        if (tx.events().firstSeqAfter(seq) != seq + 1) {
            return Optional.empty();
        }
        try {
            List<TouchedRow> rows = tx.events().touchedAfter(seq, RECONCILE);
            return Optional.of(read(rows))
                    .filter(_ -> rows.stream().noneMatch(TouchedRow::asked))
                    .filter(found ->
                            found.jobs().size() + found.hosts().size() <= Math.max(TOUCHED_LIMIT, copy.size()));
        } catch (InvalidValueException notAnId) {
            return Optional.empty();
        }
    }

    private static Touched read(List<TouchedRow> rows) {
        Set<JobId> jobs = new HashSet<>();
        Set<HostName> hosts = new HashSet<>();
        for (TouchedRow row : rows) {
            if (!row.job().isEmpty()) {
                jobs.add(new JobId(row.job()));
            }
            if (!row.host().isEmpty()) {
                hosts.add(new HostName(row.host()));
            }
        }
        return new Touched(jobs, hosts);
    }
}
