package build.offload.kernel.store;

import build.offload.spi.model.JobId;
import java.time.Instant;
import java.util.List;

/**
 * Finds what is over for longer than it is kept. A job is never among it while it goes on, while its outputs wait for a
 * decision, or while a host may still hold something of it; an event not before every projection has it.
 */
public class RetentionReads {

    private static final String OLD_JOBS = " FROM job WHERE finished_at < ? AND (stage <> 'LOST' OR finished_at < ?)"
            + " AND NOT (" + JobReads.UNDECIDED + ")"
            + " AND NOT EXISTS (SELECT 1 FROM attempt a WHERE a.job = job.id AND a.swept = 0)";

    /** How statements reach the database. */
    protected final Sql sql;

    /** Create reads over the statements of one transaction. */
    public RetentionReads(Sql sql) {
        this.sql = sql;
    }

    /** Return jobs to give up, the oldest first, at most {@code limit}. */
    public List<JobId> oldJobs(Cutoffs cutoffs, int limit) {
        return sql.list(
                "SELECT id" + OLD_JOBS + " ORDER BY finished_at LIMIT ?",
                row -> new JobId(row.text("id")),
                cutoffs.jobs(),
                cutoffs.lost(),
                limit);
    }

    /** Return how many jobs there are to give up. */
    public long countOldJobs(Cutoffs cutoffs) {
        return sql.number("SELECT COUNT(*)" + OLD_JOBS, cutoffs.jobs(), cutoffs.lost())
                .orElse(0);
    }

    /** Return whether there is anything to give up. */
    public boolean anythingOld(Cutoffs cutoffs) {
        return !oldJobs(cutoffs, 1).isEmpty()
                || firstEventToKeep(cutoffs.events(), 1) > firstEvent()
                || firstIntentToKeep(cutoffs.audit(), 1) > firstIntent()
                || !oldIncidents(cutoffs.events(), 1).isEmpty();
    }

    /** Return the number of the first event to keep, when at most {@code limit} are given up at once. */
    public long firstEventToKeep(Instant before, int limit) {
        long first = firstEvent();
        long young = sql.number(
                        "SELECT seq FROM (SELECT seq, at FROM event ORDER BY seq LIMIT ?) AS oldest WHERE at >= ?"
                                + " ORDER BY seq LIMIT 1",
                        limit,
                        before)
                .orElse(first + limit);
        long written =
                sql.number("SELECT COALESCE(MIN(seq), 0) FROM projection").orElse(0);
        long last = sql.number("SELECT MAX(seq) FROM event").orElse(0);
        return Math.max(first, Math.min(young, Math.min(written + 1, last)));
    }

    /** Return the number of the first line of the audit journal to keep, when at most {@code limit} are given up at once. */
    public long firstIntentToKeep(Instant before, int limit) {
        long first = firstIntent();
        long young = sql.number(
                        "SELECT id FROM (SELECT id, at, state FROM intent ORDER BY id LIMIT ?) AS oldest"
                                + " WHERE at >= ? OR state = 'OPEN' ORDER BY id LIMIT 1",
                        limit,
                        before)
                .orElse(first + limit);
        long last = sql.number("SELECT MAX(id) FROM intent").orElse(0);
        return Math.max(first, Math.min(young, last));
    }

    /** Return the number of the first event there is; 0 when there is none. */
    public long firstEvent() {
        return sql.number("SELECT MIN(seq) FROM event").orElse(0);
    }

    /** Return the number of the first line of the audit journal; 0 when there is none. */
    public long firstIntent() {
        return sql.number("SELECT MIN(id) FROM intent").orElse(0);
    }

    /** Return the ids of incidents that were over before a moment, but for the newest incident, at most {@code limit}. */
    public List<Long> oldIncidents(Instant before, int limit) {
        return sql.list(
                "SELECT id FROM incident WHERE closed_at < ? AND id < (SELECT MAX(id) FROM incident) ORDER BY id LIMIT ?",
                row -> row.number("id"),
                before,
                limit);
    }
}
