package build.offload.kernel.store;

import build.offload.spi.model.HostState;
import java.time.Instant;

/** Changes the row about the cluster as a whole; only inside a transition. */
public final class ClusterRows extends ClusterReads {

    /** Create rows over the statements of one transaction. */
    public ClusterRows(Sql sql) {
        super(sql);
    }

    /** Make the row, unless it is there: revision 0, desired mode available. */
    void create(Instant now) {
        sql.update(
                "INSERT INTO cluster (id, revision, desired, created_at) VALUES (1, 0, ?, ?) ON CONFLICT (id) DO NOTHING",
                HostState.AVAILABLE,
                now);
    }

    /** Move the revision on by one and return it. The pipeline alone calls this, once for an effect that says so. */
    public long moveRevision() {
        return sql.number("UPDATE cluster SET revision = revision + 1 WHERE id = 1 RETURNING revision")
                .orElseThrow(ClusterReads::absent);
    }

    /** Set the mode the operator declared. */
    public void setDesired(HostState mode) {
        sql.update("UPDATE cluster SET desired = ? WHERE id = 1", mode);
    }
}
