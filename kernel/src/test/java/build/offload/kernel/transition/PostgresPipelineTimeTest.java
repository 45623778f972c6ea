package build.offload.kernel.transition;

import build.offload.kernel.store.PostgresBackend;
import build.offload.kernel.store.StoreBackend;

/** The contract on PostgreSQL. */
class PostgresPipelineTimeTest extends PipelineTimeContract {

    @Override
    StoreBackend backend() {
        return PostgresBackend.fresh();
    }
}
