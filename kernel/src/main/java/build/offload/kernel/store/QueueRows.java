package build.offload.kernel.store;

import build.offload.spi.model.AttemptId;
import build.offload.spi.model.JobId;
import java.time.Instant;
import java.util.Optional;

/** Changes the queue and the capacity that is taken; only inside a transition. */
public final class QueueRows extends QueueReads {

    /** Create rows over the statements of one transaction. */
    public QueueRows(Sql sql) {
        super(sql);
    }

    /** Queue a job. */
    public void insert(TicketRow ticket, long controllerEpoch) {
        sql.update(
                "INSERT INTO ticket (job, seq, state, detail, enqueued_at, after_attempt, controller_id, controller_epoch)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                ticket.job().value(),
                ticket.seq(),
                ticket.state(),
                ticket.detail(),
                ticket.enqueuedAt(),
                ticket.place().afterAttempt(),
                ticket.controllerId(),
                controllerEpoch);
        boolean counted = sql.update("UPDATE counter SET value = value + 1 WHERE name = ?", LENGTH) > 0;
        if (!counted) {
            sql.update("INSERT INTO counter (name, value) SELECT ?, COUNT(*) FROM ticket", LENGTH);
        }
    }

    /** Say whether a host may be found for a ticket. */
    public void setState(JobId job, TicketRow.State state, Optional<String> detail) {
        sql.update("UPDATE ticket SET state = ?, detail = ? WHERE job = ?", state, detail, job.value());
    }

    /** Take a job out of the queue. */
    public void delete(JobId job) {
        if (sql.update("DELETE FROM ticket WHERE job = ?", job.value()) > 0) {
            sql.update("UPDATE counter SET value = value - 1 WHERE name = ?", LENGTH);
        }
    }

    /** Take a slot of a host for an attempt. */
    public void reserve(ReservationRow slot, Instant now, String controllerId, long controllerEpoch) {
        sql.update(
                "INSERT INTO reservation (job, attempt, host, slots, queue_seq, enqueued_at, after_attempt, reserved_at,"
                        + " controller_id, controller_epoch) VALUES (?, ?, ?, 1, ?, ?, ?, ?, ?, ?)",
                slot.attempt().job().value(),
                slot.attempt().number(),
                slot.host().value(),
                slot.from().seq(),
                slot.from().since(),
                slot.from().afterAttempt(),
                now,
                controllerId,
                controllerEpoch);
    }

    /** Give an attempt's slot back; nothing happens when it has none. */
    public void release(AttemptId attempt) {
        sql.update(
                "DELETE FROM reservation WHERE job = ? AND attempt = ?",
                attempt.job().value(),
                attempt.number());
    }
}
