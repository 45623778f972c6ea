package build.offload.kernel.transition;

import build.offload.kernel.store.PostgresBackend;
import build.offload.kernel.store.StoreBackend;

/** The contract on PostgreSQL. */
class PostgresKillTest extends KillContract {

    @Override
    StoreBackend backend() {
        return PostgresBackend.fresh();
    }
}
