package build.offload.kernel.store;

import java.time.Instant;

/** Opens and closes incidents; only inside a transition. */
public final class IncidentRows extends IncidentReads {

    /** Create rows over the statements of one transaction. */
    public IncidentRows(Sql sql) {
        super(sql);
    }

    /** Open an incident and return true; when one of this kind and subject is open, renew its message and return false. */
    public boolean open(String kind, String subject, String severity, String message, Instant now) {
        int renewed = sql.update(
                "UPDATE incident SET severity = ?, message = ? WHERE kind = ? AND subject = ? AND closed_at IS NULL",
                severity,
                message,
                kind,
                subject);
        if (renewed > 0) {
            return false;
        }
        sql.update(
                "INSERT INTO incident (id, kind, subject, severity, message, opened_at)"
                        + " SELECT COALESCE(MAX(id), 0) + 1, ?, ?, ?, ?, ? FROM incident",
                kind,
                subject,
                severity,
                message,
                now);
        return true;
    }

    /** Close the open incident of a kind about a subject, and return whether there was one. */
    public boolean close(String kind, String subject, Instant now) {
        return sql.update(
                        "UPDATE incident SET closed_at = ? WHERE kind = ? AND subject = ? AND closed_at IS NULL",
                        now,
                        kind,
                        subject)
                == 1;
    }
}
