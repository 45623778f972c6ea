package build.offload.kernel.store;

import build.offload.spi.model.AttemptId;
import build.offload.spi.model.HostName;
import build.offload.spi.model.JobId;
import build.offload.spi.model.MirrorId;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Reads which workspaces hosts keep. */
public class WorkspaceReads {

    private static final String WORKSPACE =
            "SELECT host, mirror, checkout, holder_job, holder_attempt, discarding, bytes, used_at FROM workspace";

    /** How statements reach the database. */
    protected final Sql sql;

    /** Create reads over the statements of one transaction. */
    public WorkspaceReads(Sql sql) {
        this.sql = sql;
    }

    /** Return every kept workspace, by host and checkout. */
    public List<WorkspaceRow> all() {
        return sql.readable(WORKSPACE + " ORDER BY host, mirror", WorkspaceReads::row);
    }

    /** Return what a host keeps for a checkout. */
    public Optional<WorkspaceRow> of(HostName host, MirrorId mirror) {
        return sql.one(WORKSPACE + " WHERE host = ? AND mirror = ?", WorkspaceReads::row, host.value(), mirror.value());
    }

    /** Return whether an attempt has the kept workspace of its checkout reserved on a host. */
    public boolean holds(AttemptId attempt, HostName host, MirrorId mirror) {
        return of(host, mirror)
                .flatMap(WorkspaceRow::holder)
                .filter(attempt::equals)
                .isPresent();
    }

    private static WorkspaceRow row(Row row) throws SQLException {
        return row.as("workspace", WorkspaceReads::whole, "host", "mirror");
    }

    private static WorkspaceRow whole(Row row) throws SQLException {
        Optional<String> job = row.optionalText("holder_job");
        Optional<AttemptId> holder = job.isPresent()
                ? Optional.of(new AttemptId(new JobId(job.get()), (int) row.number("holder_attempt")))
                : Optional.empty();
        return new WorkspaceRow(
                new HostName(row.text("host")),
                new MirrorId(row.text("mirror")),
                row.text("checkout"),
                holder,
                row.bool("discarding"),
                row.number("bytes"),
                row.instant("used_at"));
    }
}
