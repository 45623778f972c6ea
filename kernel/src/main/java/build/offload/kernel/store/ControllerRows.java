package build.offload.kernel.store;

import build.offload.spi.model.ProcessIdentity;
import java.time.Instant;

/** Changes which controllers share this store. */
public final class ControllerRows extends ControllerReads {

    /** Create rows over the statements of one transaction. */
    public ControllerRows(Sql sql) {
        super(sql);
    }

    /** Begin the next epoch of a controller, its first being 1, and return it. */
    public long beginEpoch(String id, ProcessIdentity process, Instant now) {
        sql.update(
                "INSERT INTO controller (id, epoch, boot_id, pid, start_ticks, heartbeat_at, started_at)"
                        + " VALUES (?, 1, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET epoch = controller.epoch + 1,"
                        + " boot_id = excluded.boot_id, pid = excluded.pid, start_ticks = excluded.start_ticks,"
                        + " heartbeat_at = excluded.heartbeat_at, started_at = excluded.started_at",
                id,
                process.bootId(),
                process.pid(),
                process.startTicks(),
                sql.clock(now),
                now);
        return epoch(id).orElseThrow();
    }

    /** Record, by the database's clock, that a controller lives; false when another epoch of it has begun. */
    public boolean heartbeat(String id, long epoch, Instant now) {
        return sql.update(
                        "UPDATE controller SET heartbeat_at = ? WHERE id = ? AND epoch = ?", sql.clock(now), id, epoch)
                == 1;
    }
}
