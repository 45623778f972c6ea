package build.offload.kernel.status;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder for one test, in memory where there is such a file system: these tests are about reading, and what syncing costs is
 * no part of it. It is no {@code TempDirFactory}, because JUnit may not make one of a package in which no test runs.
 */
final class TestFolder implements AutoCloseable {

    private static final Path MEMORY = Path.of("/dev/shm");

    private static final String PREFIX = "offload-status-";

    private final Path path;

    TestFolder() {
        try {
            path = Files.isWritable(MEMORY)
                    ? Files.createTempDirectory(MEMORY, PREFIX)
                    : Files.createTempDirectory(PREFIX);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    Path path() {
        return path;
    }

    @Override
    public void close() {
        try (Stream<Path> all = Files.walk(path)) {
            List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.delete(file);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
