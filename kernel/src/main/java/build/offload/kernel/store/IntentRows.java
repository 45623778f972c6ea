package build.offload.kernel.store;

import build.offload.kernel.json.Json;
import java.time.Instant;

/** Writes the audit journal; for the pipeline. */
public final class IntentRows extends IntentReads {

    /** Create rows over the statements of one transaction. */
    public IntentRows(Sql sql) {
        super(sql);
    }

    /** Write an open intent under the given id, which follows the latest. */
    public void insert(long id, Intent intent) {
        sql.update(
                "INSERT INTO intent (id, idempotency_key, kind, actor, args, expected_revision, controller_id,"
                        + " controller_epoch, at, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'OPEN')",
                id,
                intent.idempotencyKey(),
                intent.kind(),
                intent.actor(),
                Json.text(intent.args()),
                intent.expectedRevision(),
                intent.controllerId(),
                intent.controllerEpoch(),
                intent.at());
    }

    /** Close an intent if it is still open, and return whether it was. */
    public boolean close(long id, Intent.State state, String outcome, Instant now) {
        return sql.update(
                        "UPDATE intent SET state = ?, closed_at = ?, outcome = ? WHERE id = ? AND state = 'OPEN'",
                        state,
                        now,
                        outcome,
                        id)
                == 1;
    }

    /** Close as abandoned whatever a controller left open in this epoch and before, and return how many those were. */
    public int abandon(String controllerId, long upToEpoch, String outcome, Instant now) {
        return sql.update(
                "UPDATE intent SET state = 'ABANDONED', closed_at = ?, outcome = ?"
                        + " WHERE state = 'OPEN' AND controller_id = ? AND controller_epoch <= ?",
                now,
                outcome,
                controllerId,
                upToEpoch);
    }
}
