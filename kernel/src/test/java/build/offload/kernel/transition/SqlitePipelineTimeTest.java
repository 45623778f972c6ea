package build.offload.kernel.transition;

import build.offload.kernel.store.SqliteBackend;
import build.offload.kernel.store.StoreBackend;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SqlitePipelineTimeTest extends PipelineTimeContract {

    @TempDir
    Path folder;

    @Override
    StoreBackend backend() {
        try {
            return new SqliteBackend(Files.createTempDirectory(folder, "store"));
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
