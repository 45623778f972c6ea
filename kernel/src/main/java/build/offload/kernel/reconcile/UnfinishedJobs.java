package build.offload.kernel.reconcile;

import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.Store;
import build.offload.kernel.store.TouchedRow;
import build.offload.spi.model.InvalidValueException;
import build.offload.spi.model.JobId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * This controller's jobs that are not at their end, in the order of the queue, kept from pass to pass: only what events since
 * then were about is read again, so that a pass in which nothing happened costs the same however long the queue is. Everything
 * is read again from time to time, and whenever it cannot be known what changed. Used by one thread.
 */
final class UnfinishedJobs {

    private static final Duration READ_ALL_EVERY = Duration.ofMinutes(10);
    private static final int TOUCHED_LIMIT = 1_000;

    private final Store store;
    private final String controllerId;
    private final NavigableMap<Long, JobRow> jobs = new TreeMap<>();
    private final Map<JobId, Long> places = new HashMap<>();
    private Optional<Position> position = Optional.empty();

    private record Position(long seq, Instant readAllAt) {}

    UnfinishedJobs(Store store, String controllerId) {
        this.store = store;
        this.controllerId = controllerId;
    }

    /** Return them as they are now. */
    List<JobRow> at(Instant now) {
        return store.read(tx -> {
            follow(tx, now);
            return List.copyOf(jobs.values());
        });
    }

    private void follow(ReadTransaction tx, Instant now) {
        long last = tx.events().lastSeq();
        Optional<Position> before = position.filter(known -> usable(known, last, now));
        position = Optional.empty(); // What fails on its way leaves the jobs half changed.
        Optional<List<JobId>> touched = before.flatMap(known -> touched(tx, known.seq(), last));
        if (touched.isPresent()) {
            touched.get().forEach(job -> readAgain(tx, job));
        } else {
            readAll(tx);
        }
        Instant readAllAt =
                touched.isPresent() ? before.map(Position::readAllAt).orElse(now) : now;
        position = Optional.of(new Position(last, readAllAt));
    }

    private static boolean usable(Position known, long last, Instant now) {
        boolean young = Duration.between(known.readAllAt(), now).abs().compareTo(READ_ALL_EVERY) < 0;
        return young && last >= known.seq();
    }

    /** Events that were deleted meanwhile leave a gap, and an id that cannot be one was redacted. */
    private static Optional<List<JobId>> touched(ReadTransaction tx, long seq, long last) {
        if (seq == last) {
            return Optional.of(List.of());
        }
        if (tx.events().firstSeqAfter(seq) != seq + 1) {
            return Optional.empty();
        }
        try {
            return Optional.of(ids(tx.events().touchedAfter(seq))).filter(ids -> ids.size() <= TOUCHED_LIMIT);
        } catch (InvalidValueException notAnId) {
            return Optional.empty();
        }
    }

    private static List<JobId> ids(List<TouchedRow> rows) {
        List<JobId> ids = new ArrayList<>();
        rows.stream()
                .map(TouchedRow::job)
                .filter(job -> !job.isEmpty())
                .distinct()
                .forEach(job -> ids.add(new JobId(job)));
        return ids;
    }

    private void readAgain(ReadTransaction tx, JobId id) {
        Optional.ofNullable(places.remove(id)).ifPresent(jobs::remove);
        tx.jobs().job(id).filter(job -> !job.progress().stage().finished()).ifPresent(this::enter);
    }

    private void readAll(ReadTransaction tx) {
        jobs.clear();
        places.clear();
        tx.jobs().unfinished().forEach(this::enter);
    }

    private void enter(JobRow job) {
        if (job.submitted().controllerId().equals(controllerId)) {
            jobs.put(job.progress().queueSeq(), job);
            places.put(job.id(), job.progress().queueSeq());
        }
    }
}
