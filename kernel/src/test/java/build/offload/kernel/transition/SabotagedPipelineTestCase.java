package build.offload.kernel.transition;

import build.offload.kernel.store.FaultPlan;
import build.offload.kernel.store.SqliteBackend;
import build.offload.kernel.store.Store;
import build.offload.kernel.store.StoreBackend;
import build.offload.kernel.world.World;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The contract over SQLite with one thing wrong in it; its name keeps it out of the build's own run. */
final class SabotagedPipelineTestCase extends PipelineContract {

    private final Path folder;
    private final String sabotage;

    /** Create a contract whose stores lie in a folder and have had a script run on them. */
    SabotagedPipelineTestCase(Path folder, String sabotage) {
        this.folder = folder;
        this.sabotage = sabotage;
    }

    @Override
    StoreBackend backend() {
        try {
            return new SabotagedBackend(new SqliteBackend(Files.createTempDirectory(folder, "store")), sabotage);
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private record SabotagedBackend(SqliteBackend sound, String sabotage) implements StoreBackend {
        @Override
        public Store open(World world, FaultPlan faults) {
            Store store = sound.open(world, faults);
            sound.tamper(sabotage);
            return store;
        }

        @Override
        public String address() {
            return sound.address();
        }

        @Override
        public void tamper(String script) {
            sound.tamper(script);
        }
    }
}
