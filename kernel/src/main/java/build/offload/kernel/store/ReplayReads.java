package build.offload.kernel.store;

import java.time.Instant;
import java.util.Optional;

/** Reads committed answers by idempotency key. */
public class ReplayReads {

    /** How statements reach the database. */
    protected final Sql sql;

    /** Create reads over the statements of one transaction. */
    public ReplayReads(Sql sql) {
        this.sql = sql;
    }

    /** Return the answer kept under a key, if it was committed later than the given moment. */
    public Optional<Replay> find(String idempotencyKey, Instant committedAfter) {
        return sql.one(
                "SELECT idempotency_key, verb, fingerprint, body, revision, committed_at FROM replay"
                        + " WHERE idempotency_key = ? AND committed_at > ?",
                row -> new Replay(
                        row.text("idempotency_key"),
                        row.text("verb"),
                        row.text("fingerprint"),
                        row.bytes("body"),
                        row.number("revision"),
                        row.instant("committed_at")),
                idempotencyKey,
                committedAfter);
    }

    /** Return how many answers are kept. */
    public long count() {
        return sql.number("SELECT COUNT(*) FROM replay").orElse(0);
    }
}
