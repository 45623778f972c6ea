package build.offload.kernel.store;

import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Reads what is wrong, and was. */
public class IncidentReads {

    private static final String INCIDENT =
            "SELECT id, kind, subject, severity, message, opened_at, closed_at FROM incident";

    /** How statements reach the database. */
    protected final Sql sql;

    /** Create reads over the statements of one transaction. */
    public IncidentReads(Sql sql) {
        this.sql = sql;
    }

    /** Return what is wrong now, oldest first. */
    public List<IncidentRow> open() {
        // Sorted here: asked to sort, the database goes through all there is in that order instead of looking up these
        // few.
        return sql.list(INCIDENT + " WHERE closed_at IS NULL", IncidentReads::incident).stream()
                .sorted(Comparator.comparingLong(IncidentRow::id))
                .toList();
    }

    /** Return the open incident of a kind about a subject. */
    public Optional<IncidentRow> open(String kind, String subject) {
        return sql.one(
                INCIDENT + " WHERE kind = ? AND subject = ? AND closed_at IS NULL",
                IncidentReads::incident,
                kind,
                subject);
    }

    /** Return the latest incidents, newest first, open and closed. */
    public List<IncidentRow> latest(int limit) {
        return sql.list(INCIDENT + " ORDER BY id DESC LIMIT ?", IncidentReads::incident, limit);
    }

    private static IncidentRow incident(Row row) throws SQLException {
        return new IncidentRow(
                row.number("id"),
                row.text("kind"),
                row.text("subject"),
                row.text("severity"),
                row.text("message"),
                row.instant("opened_at"),
                row.optionalInstant("closed_at"));
    }
}
