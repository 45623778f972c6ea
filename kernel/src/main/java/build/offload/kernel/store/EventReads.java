package build.offload.kernel.store;

import build.offload.kernel.json.Json;
import build.offload.spi.frontend.EventView;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Reads the event table, in commit order. */
public class EventReads {

    private static final String EVENT =
            "SELECT seq, revision, at, type, actor, job, repo, host, snapshot, attempt, stage,"
                    + " reason, rc, duration_seconds, data FROM event";

    /** How statements reach the database. */
    protected final Sql sql;

    /** Create reads over the statements of one transaction. */
    public EventReads(Sql sql) {
        this.sql = sql;
    }

    /** Return the number of the latest event; 0 when there is none. */
    public long lastSeq() {
        return sql.number("SELECT MAX(seq) FROM event").orElse(0);
    }

    /** Return the number of the last event that is not later than a revision; 0 when there is none. */
    public long lastSeqAt(long revision) {
        return sql.number(
                        "SELECT seq FROM event WHERE revision <= ? ORDER BY revision DESC, seq DESC LIMIT 1", revision)
                .orElse(0);
    }

    /** Return at most {@code limit} events after a number. */
    public List<EventView> after(long seq, int limit) {
        return sql.list(EVENT + " WHERE seq > ? ORDER BY seq LIMIT ?", EventReads::event, seq, limit);
    }

    /** Return at most {@code limit} events of a job after a number. */
    public List<EventView> ofJob(String job, long seq, int limit) {
        return sql.list(
                EVENT + " WHERE job = ? AND job <> '' AND seq > ? ORDER BY seq LIMIT ?",
                EventReads::event,
                job,
                seq,
                limit);
    }

    /** Return the latest event of a stage; for those who ask seldom, since it may read the table from its end on. */
    public Optional<EventView> latestOf(String stage) {
        return sql.one(EVENT + " WHERE stage = ? ORDER BY seq DESC LIMIT 1", EventReads::event, stage);
    }

    /** Return the number of the first event after a number; 0 when there is none. */
    public long firstSeqAfter(long seq) {
        return sql.number("SELECT MIN(seq) FROM event WHERE seq > ?", seq).orElse(0);
    }

    /** Return every job and host that events after a number were about, each pair once; {@code asked} is the type of one apart. */
    public List<TouchedRow> touchedAfter(long seq, String asked) {
        return sql.list(
                "SELECT DISTINCT job, host, CASE WHEN type = ? THEN 1 ELSE 0 END AS asked FROM event WHERE seq > ?",
                row -> new TouchedRow(row.text("job"), row.text("host"), row.number("asked") == 1),
                asked,
                seq);
    }

    private static EventView event(Row row) throws SQLException {
        OptionalLong rc = row.optionalNumber("rc");
        return new EventView(
                row.number("seq"),
                row.number("revision"),
                row.text("type"),
                row.text("actor"),
                row.instant("at"),
                row.text("job"),
                row.text("repo"),
                row.text("host"),
                row.text("snapshot"),
                (int) row.number("attempt"),
                row.text("stage"),
                row.text("reason"),
                rc.isPresent() ? OptionalInt.of((int) rc.getAsLong()) : OptionalInt.empty(),
                row.real("duration_seconds"),
                Json.object(row.text("data")));
    }
}
