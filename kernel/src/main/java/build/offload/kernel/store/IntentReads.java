package build.offload.kernel.store;

import build.offload.kernel.json.Json;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Reads the audit journal. */
public class IntentReads {

    private static final String INTENT =
            "SELECT id, idempotency_key, kind, actor, args, expected_revision, controller_id,"
                    + " controller_epoch, at, state, closed_at, outcome FROM intent";

    /** How statements reach the database. */
    protected final Sql sql;

    /** Create reads over the statements of one transaction. */
    public IntentReads(Sql sql) {
        this.sql = sql;
    }

    /** Return one intent. */
    public Optional<Intent> find(long id) {
        return sql.one(INTENT + " WHERE id = ?", IntentReads::intent, id);
    }

    /** Return at most {@code limit} intents after an id, in the order they were written. */
    public List<Intent> after(long id, int limit) {
        return sql.list(INTENT + " WHERE id > ? ORDER BY id LIMIT ?", IntentReads::intent, id, limit);
    }

    /** Return at most {@code limit} intents before an id that a filter lets through, the latest first. */
    public List<Intent> before(long id, IntentFilter filter, int limit) {
        return sql.list(
                INTENT + " WHERE id < ? AND at >= ? AND (? = '' OR actor = ?) AND (? = '' OR kind = ?)"
                        + " AND (? = 1 OR idempotency_key IS NOT NULL) ORDER BY id DESC LIMIT ?",
                IntentReads::intent,
                id,
                filter.since(),
                filter.actor(),
                filter.actor(),
                filter.kind(),
                filter.kind(),
                filter.withoutKey(),
                limit);
    }

    /** Return what is open, of every controller, in the order it was written. */
    public List<Intent> open() {
        // Sorted here: asked to sort, the database goes through all there is in that order instead of looking up these
        // few.
        return sql.list(INTENT + " WHERE state = 'OPEN'", IntentReads::intent).stream()
                .sorted(Comparator.comparingLong(Intent::id))
                .toList();
    }

    /** Return the id of the latest intent; 0 when there is none. */
    public long lastId() {
        return sql.number("SELECT MAX(id) FROM intent").orElse(0);
    }

    private static Intent intent(Row row) throws SQLException {
        return new Intent(
                row.number("id"),
                row.optionalText("idempotency_key"),
                row.text("kind"),
                row.text("actor"),
                Json.object(row.text("args")),
                row.optionalNumber("expected_revision"),
                row.text("controller_id"),
                row.number("controller_epoch"),
                row.instant("at"),
                Intent.State.valueOf(row.text("state")),
                row.optionalInstant("closed_at"),
                row.optionalText("outcome"));
    }
}
