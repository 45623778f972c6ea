package build.offload.kernel.store;

import java.time.Instant;

/** Keeps committed answers; for the pipeline. */
public final class ReplayRows extends ReplayReads {

    /** Create rows over the statements of one transaction. */
    public ReplayRows(Sql sql) {
        super(sql);
    }

    /** Keep an answer, in the place of one whose time is over. */
    public void put(Replay replay) {
        sql.update(
                "INSERT INTO replay (idempotency_key, verb, fingerprint, body, revision, committed_at)"
                        + " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (idempotency_key) DO UPDATE SET verb = excluded.verb,"
                        + " fingerprint = excluded.fingerprint, body = excluded.body, revision = excluded.revision,"
                        + " committed_at = excluded.committed_at",
                replay.idempotencyKey(),
                replay.verb(),
                replay.fingerprint(),
                replay.body(),
                replay.revision(),
                replay.committedAt());
    }

    /** Forget at most {@code limit} answers that were committed at the given moment or before, and return how many. */
    public int prune(Instant committedUpTo, int limit) {
        return sql.update(
                "DELETE FROM replay WHERE idempotency_key IN"
                        + " (SELECT idempotency_key FROM replay WHERE committed_at <= ? ORDER BY committed_at LIMIT ?)",
                committedUpTo,
                limit);
    }
}
