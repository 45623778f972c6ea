package build.offload.kernel.store;

import build.offload.spi.model.HostState;
import java.time.Instant;

/** Reads the one row that is about the cluster as a whole. */
public class ClusterReads {

    /** How statements reach the database. */
    protected final Sql sql;

    /** Create reads over the statements of one transaction. */
    public ClusterReads(Sql sql) {
        this.sql = sql;
    }

    /** Return the revision: how many commits there were that an operator's decision could depend on. */
    public long revision() {
        return sql.number("SELECT revision FROM cluster WHERE id = 1").orElseThrow(ClusterReads::absent);
    }

    /** Return the mode the operator declared. */
    public HostState desired() {
        return sql.one("SELECT desired FROM cluster WHERE id = 1", row -> HostState.valueOf(row.text("desired")))
                .orElseThrow(ClusterReads::absent);
    }

    /** Return when this store was made. */
    public Instant createdAt() {
        return sql.one("SELECT created_at FROM cluster WHERE id = 1", row -> row.instant("created_at"))
                .orElseThrow(ClusterReads::absent);
    }

    /** Return the exception for a store without its one row. */
    static StoreUnavailableException absent() {
        return new StoreUnavailableException("the store has no cluster row; it is damaged, restore it from a backup");
    }
}
