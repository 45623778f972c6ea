package build.offload.kernel.store;

import build.offload.spi.model.HostName;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Reads the fallback leases. */
public class LeaseReads {

    private static final String LEASE =
            "SELECT host, state, reason, granted_at, expires_at, jobs_left FROM fallback_lease";

    /** How statements reach the database. */
    protected final Sql sql;

    /** Create reads over the statements of one transaction. */
    public LeaseReads(Sql sql) {
        this.sql = sql;
    }

    /** Return the last lease of each workstation that ever had one, by name. */
    public List<LeaseRow> all() {
        return sql.list(LEASE + " ORDER BY host", LeaseReads::leaseRow);
    }

    /** Return the last lease of a workstation. */
    public Optional<LeaseRow> of(HostName host) {
        return sql.one(LEASE + " WHERE host = ?", LeaseReads::leaseRow, host.value());
    }

    private static LeaseRow leaseRow(Row row) throws SQLException {
        return new LeaseRow(
                new HostName(row.text("host")),
                LeaseRow.State.valueOf(row.text("state")),
                row.text("reason"),
                row.instant("granted_at"),
                row.instant("expires_at"),
                (int) row.number("jobs_left"));
    }
}
