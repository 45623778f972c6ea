package build.offload.kernel.status;

import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.TouchedRow;
import build.offload.spi.model.HostName;
import build.offload.spi.model.InvalidValueException;
import build.offload.spi.model.JobId;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps a model in step with the store by its events, and by the moments at which hosts were last seen, since a look that finds
 * nothing new makes no event. Where it cannot be known what changed, or too much did, everything is
 * read again; so it is from time to time in any case, so that a transition that breaks the rule is not wrong for ever. Not
 * safe for several threads.
 */
final class ChangeFollower {

    private static final Duration READ_ALL_EVERY = Duration.ofMinutes(10);

    /** Beyond these, reading everything is no slower. */
    private static final int EVENTS_LIMIT = 20_000;

    private static final int TOUCHED_LIMIT = 1_000;

    private final ClusterModel model;
    private Optional<Position> position = Optional.empty();

    /** How far the model has come, and when everything was last read. */
    private record Position(long seq, Instant readAllAt, Instant at) {}

    private record Touched(Set<JobId> jobs, Set<HostName> hosts) {}

    ChangeFollower(ClusterModel model) {
        this.model = model;
    }

    /** Bring the model up to the transaction and return the number of its latest event. */
    long follow(ReadTransaction tx, Instant now) {
        long last = tx.events().lastSeq();
        Optional<Position> before = position.filter(known -> usable(known, last, now));
        position = Optional.empty(); // What fails on its way leaves the model half changed.
        Optional<Touched> touched = before.flatMap(known -> touched(tx, known.seq(), last));
        if (touched.isPresent()) {
            Set<HostName> hosts = new HashSet<>(touched.get().hosts());
            before.filter(known -> !sameSecond(known.at(), now)).ifPresent(_ -> hosts.addAll(model.seenAgain(tx)));
            model.readAgain(tx, touched.get().jobs(), hosts);
        } else {
            model.readAll(tx);
        }
        Instant readAllAt =
                touched.isPresent() ? before.map(Position::readAllAt).orElse(now) : now;
        position = Optional.of(new Position(last, readAllAt, now));
        return last;
    }

    /** Within a second nobody is told another load. */
    private static boolean sameSecond(Instant one, Instant other) {
        return one.truncatedTo(ChronoUnit.SECONDS).equals(other.truncatedTo(ChronoUnit.SECONDS));
    }

    private static boolean usable(Position known, long last, Instant now) {
        boolean young = Duration.between(known.readAllAt(), now).abs().compareTo(READ_ALL_EVERY) < 0;
        return young && last >= known.seq() && last - known.seq() <= EVENTS_LIMIT;
    }

    /** Events that were deleted meanwhile leave a gap, and an id that cannot be one was redacted. */
    private static Optional<Touched> touched(ReadTransaction tx, long seq, long last) {
        if (seq == last) {
            return Optional.of(new Touched(Set.of(), Set.of()));
        }
        if (tx.events().firstSeqAfter(seq) != seq + 1) {
            return Optional.empty();
        }
        try {
            return Optional.of(read(tx.events().touchedAfter(seq)))
                    .filter(found -> found.jobs().size() + found.hosts().size() <= TOUCHED_LIMIT);
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
