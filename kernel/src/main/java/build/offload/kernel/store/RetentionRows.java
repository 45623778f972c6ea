package build.offload.kernel.store;

import build.offload.spi.model.JobId;

/** Gives up what is over; only inside a transition. */
public final class RetentionRows extends RetentionReads {

    /** Create rows over the statements of one transaction. */
    public RetentionRows(Sql sql) {
        super(sql);
    }

    /**
     * Forget a job with everything that is about it alone. What promotions put into its checkout stays known while there are
     * other jobs of that.
     */
    public void forget(JobId job) {
        sql.update(
                "DELETE FROM promoted_file WHERE mirror = (SELECT mirror FROM job WHERE id = ? AND NOT EXISTS"
                        + " (SELECT 1 FROM job other WHERE other.mirror = job.mirror AND other.id <> job.id))",
                job.value());
        sql.update("DELETE FROM output_stamp WHERE job = ?", job.value());
        sql.update("DELETE FROM staged_file WHERE job = ?", job.value());
        sql.update("DELETE FROM publication_conflict WHERE job = ?", job.value());
        sql.update("DELETE FROM attempt WHERE job = ?", job.value());
        sql.update("DELETE FROM job WHERE id = ?", job.value());
    }

    /** Give up the events below a number for good, and return how many those were. */
    public int forgetEventsBelow(long seq) {
        sql.update("UPDATE retention SET events_kept_from = ? WHERE id = 1 AND events_kept_from < ?", seq, seq);
        return sql.update("DELETE FROM event WHERE seq < ?", seq);
    }

    /** Give up the lines of the audit journal below a number for good, and return how many those were. */
    public int forgetIntentsBelow(long id) {
        sql.update("UPDATE retention SET intents_kept_from = ? WHERE id = 1 AND intents_kept_from < ?", id, id);
        return sql.update("DELETE FROM intent WHERE id < ?", id);
    }

    /** Forget an incident that is over. */
    public void forgetIncident(long id) {
        sql.update("DELETE FROM incident WHERE id = ? AND closed_at IS NOT NULL", id);
    }
}
