package build.offload.kernel.rig;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * Makes temporary folders in memory where the system has a place for that. A rig commits for each step of each job, and the
 * waiting for a disk is not what its tests are about.
 */
public final class MemoryFolder implements TempDirFactory {

    private static final Path MEMORY = Path.of("/dev/shm");
    private static final String PREFIX = "offload-rig-";

    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext test) throws IOException {
        return create();
    }

    static Path create() throws IOException {
        return Files.isWritable(MEMORY) ? Files.createTempDirectory(MEMORY, PREFIX) : Files.createTempDirectory(PREFIX);
    }
}
