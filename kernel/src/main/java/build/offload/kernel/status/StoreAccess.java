package build.offload.kernel.status;

import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.Store;
import build.offload.spi.frontend.Controller;
import java.util.function.Function;

/** Reads the store for those outside the kernel, in whose words a failure is told. */
final class StoreAccess {

    private final Store store;

    StoreAccess(Store store) {
        this.store = store;
    }

    /**
     * Run a function over one consistent state.
     *
     * @throws Controller.StoreUnavailableException when the store cannot be read
     */
    <T> T read(Function<ReadTransaction, T> function) {
        try {
            return store.read(function);
        } catch (build.offload.kernel.store.StoreUnavailableException unavailable) {
            throw new Controller.StoreUnavailableException(String.valueOf(unavailable.getMessage()), unavailable);
        }
    }
}
