package build.offload.kernel.store;

import build.offload.spi.model.ProcessIdentity;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads which controllers share this store. */
public class ControllerReads {

    private static final String CONTROLLER =
            "SELECT id, epoch, boot_id, pid, start_ticks, heartbeat_at, started_at FROM controller";

    /** How statements reach the database. */
    protected final Sql sql;

    /** Create reads over the statements of one transaction. */
    public ControllerReads(Sql sql) {
        this.sql = sql;
    }

    /** Return every controller, by id. */
    public List<ControllerRow> all() {
        return sql.list(CONTROLLER + " ORDER BY id", ControllerReads::controllerRow);
    }

    /** Return the time by which heartbeats go: the database's, where it has a clock of its own, else the time given. */
    public Instant clock(Instant now) {
        return sql.clock(now);
    }

    /** Return one controller. */
    public Optional<ControllerRow> find(String id) {
        return sql.one(CONTROLLER + " WHERE id = ?", ControllerReads::controllerRow, id);
    }

    /** Return the present epoch of a controller; absent when it never started. */
    public OptionalLong epoch(String id) {
        return sql.number("SELECT epoch FROM controller WHERE id = ?", id);
    }

    private static ControllerRow controllerRow(Row row) throws SQLException {
        return new ControllerRow(
                row.text("id"),
                row.number("epoch"),
                new ProcessIdentity(row.number("pid"), row.number("start_ticks"), row.text("boot_id")),
                row.instant("heartbeat_at"),
                row.instant("started_at"));
    }
}
