package build.offload.kernel.store;

import build.offload.spi.model.AttemptId;
import build.offload.spi.model.HostName;
import build.offload.spi.model.MirrorId;
import java.time.Instant;

/** Changes which workspaces hosts keep; only inside a transition. */
public final class WorkspaceRows extends WorkspaceReads {

    /** Create rows over the statements of one transaction. */
    public WorkspaceRows(Sql sql) {
        super(sql);
    }

    /** Reserve the kept workspace of a checkout on a host for an attempt, which nobody else has reserved. */
    public void hold(HostName host, MirrorId mirror, String checkout, AttemptId holder, Instant now) {
        sql.update(
                "INSERT INTO workspace (host, mirror, checkout, holder_job, holder_attempt, discarding, bytes, used_at)"
                        + " VALUES (?, ?, ?, ?, ?, 0, 0, ?) ON CONFLICT (host, mirror) DO UPDATE SET"
                        + " checkout = excluded.checkout, holder_job = excluded.holder_job,"
                        + " holder_attempt = excluded.holder_attempt, used_at = excluded.used_at",
                host.value(),
                mirror.value(),
                checkout,
                holder.job().value(),
                holder.number(),
                now);
    }

    /** Give up a reservation of a workspace that the host keeps. */
    public void kept(HostName host, MirrorId mirror, long bytes, Instant now) {
        sql.update(
                "UPDATE workspace SET holder_job = NULL, holder_attempt = NULL, bytes = ?, used_at = ?"
                        + " WHERE host = ? AND mirror = ?",
                bytes,
                now,
                host.value(),
                mirror.value());
    }

    /** Let nobody have what a host keeps for a checkout any more. */
    public void discard(HostName host, MirrorId mirror) {
        sql.update("UPDATE workspace SET discarding = 1 WHERE host = ? AND mirror = ?", host.value(), mirror.value());
    }

    /** Forget what a host kept for a checkout. */
    public void delete(HostName host, MirrorId mirror) {
        sql.update("DELETE FROM workspace WHERE host = ? AND mirror = ?", host.value(), mirror.value());
    }

    /** Forget everything that a host kept. */
    public void deleteAll(HostName host) {
        sql.update("DELETE FROM workspace WHERE host = ?", host.value());
    }
}
