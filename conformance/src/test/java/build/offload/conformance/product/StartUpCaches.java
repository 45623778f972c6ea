package build.offload.conformance.product;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * The product's start-up caches, as users have them after their first commands. The script trains them at the lowest priority,
 * which beside tests would take longer than these.
 */
final class StartUpCaches {

    private static final Duration LIMIT = Duration.ofMinutes(3);

    private StartUpCaches() {}

    /** Have both trained, or found not to be trainable here, and return the script; one that was not packaged is left alone. */
    static Path trained(Path script) {
        if (!Files.isExecutable(script)) {
            return script;
        }
        try {
            command(script, "status");
            command(script, "up", "--help");
            Path folder = script.resolveSibling("cache");
            Waits.until(LIMIT, "two trained caches in " + folder, () -> decided(folder));
            return script;
        } catch (IOException failure) {
            throw new IllegalStateException(script + " cannot be started", failure);
        }
    }

    private static void command(Path script, String... words) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                Stream.concat(Stream.of(script.toString()), Stream.of(words)).toList());
        builder.environment().put("OFFLOAD_JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            process.waitFor();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("while training").initCause(interrupted);
        }
    }

    private static boolean decided(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return false;
        }
        try (Stream<Path> files = Files.list(folder)) {
            List<String> names = files.map(Path::toString).toList();
            long known = names.stream()
                    .filter(name -> name.endsWith(".aot") || name.endsWith(".failed"))
                    .count();
            return known >= 2 && names.stream().noneMatch(name -> name.endsWith(".lock"));
        }
    }
}
