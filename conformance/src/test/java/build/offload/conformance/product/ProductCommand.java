package build.offload.conformance.product;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A command of the product under way. Its outputs go to files, so that no pipe holds it up and none of them is lost. */
final class ProductCommand {

    private static final Duration LIMIT = Duration.ofSeconds(110);

    private final Process process;
    private final Path stdout;
    private final Path stderr;

    ProductCommand(Process process, Path stdout, Path stderr) {
        this.process = process;
        this.stdout = stdout;
        this.stderr = stderr;
    }

    /** Wait for its end. */
    Outcome await() throws IOException, InterruptedException {
        return await(LIMIT);
    }

    /** Wait for its end, and not longer than a limit. */
    Outcome await(Duration limit) throws IOException, InterruptedException {
        if (!process.waitFor(limit)) {
            process.destroyForcibly().waitFor();
            throw new AssertionError("did not end within " + limit.toSeconds() + " s: " + outcome());
        }
        return outcome();
    }

    private Outcome outcome() throws IOException {
        return new Outcome(process.exitValue(), Files.readAllBytes(stdout), Files.readAllBytes(stderr));
    }

    /** Wait until it has printed a text. */
    void awaitOutput(String text) {
        Waits.until(
                "'" + text + "' on standard output, with " + read(stderr),
                () -> read(stdout).contains(text));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    boolean alive() {
        return process.isAlive();
    }

    void signal(String name) throws IOException, InterruptedException {
        Shell.run("kill", "-s", name, Long.toString(process.pid()));
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
