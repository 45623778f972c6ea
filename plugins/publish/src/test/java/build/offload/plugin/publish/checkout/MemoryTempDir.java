package build.offload.plugin.publish.checkout;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/** Puts test folders into memory where there is such a file system: thousands of promotions, each synced many times. */
public final class MemoryTempDir implements TempDirFactory {

    public static final Path MEMORY = Path.of("/dev/shm");

    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context) throws IOException {
        return Files.isWritable(MEMORY)
                ? Files.createTempDirectory(MEMORY, "publish")
                : Files.createTempDirectory("publish");
    }
}
