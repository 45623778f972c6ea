package build.offload.kernel.store;

/** The contract on PostgreSQL, and what is PostgreSQL's alone. */
class PostgresStoreTest extends StoreContract {

    @Override
    StoreBackend backend() {
        return PostgresBackend.fresh();
    }
}
