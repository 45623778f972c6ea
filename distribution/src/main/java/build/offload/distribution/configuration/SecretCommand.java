package build.offload.distribution.configuration;

import build.offload.spi.model.SecretName;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** Asks a program of the user's for one secret: no shell, nothing to read, what it says besides is dropped. */
final class SecretCommand {

    private static final int LIMIT_SECONDS = 20;
    private static final int MOST_BYTES = 1 << 20;

    private SecretCommand() {}

    /**
     * Return what the program prints, without its last newline.
     *
     * @throws IOException when it fails, takes too long or prints no text; the message holds nothing of what it printed
     */
    static String output(List<String> argv, SecretName name) throws IOException {
        Process process = start(argv, name);
        try {
            CompletableFuture<byte[]> printed = CompletableFuture.supplyAsync(() -> drain(process));
            byte[] bytes = printed.get(LIMIT_SECONDS, TimeUnit.SECONDS);
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw new TimeoutException();
            }
            if (process.exitValue() != 0) {
                throw failed(argv, name, "ended with exit code " + process.exitValue());
            }
            return text(bytes, argv, name);
        } catch (TimeoutException late) {
            throw failed(argv, name, "took longer than " + LIMIT_SECONDS + " s");
        } catch (ExecutionException broken) {
            throw failed(argv, name, "could not be read");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw failed(argv, name, "was interrupted");
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static Process start(List<String> argv, SecretName name) throws IOException {
        try {
            return new ProcessBuilder(argv)
                    .redirectInput(new File("/dev/null"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException unstartable) {
            throw failed(argv, name, "could not be started");
        }
    }

    private static byte[] drain(Process process) {
        try (InputStream in = process.getInputStream()) {
            return in.readNBytes(MOST_BYTES);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static String text(byte[] bytes, List<String> argv, SecretName name) throws IOException {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
        } catch (CharacterCodingException binary) {
            throw failed(argv, name, "printed what is no text in UTF-8");
        }
    }

    private static IOException failed(List<String> argv, SecretName name, String how) {
        String command = String.join(" ", argv);
        return new IOException(
                "the secret '" + name + "' cannot be had: '" + command + "' " + how + "; see what it says: " + command);
    }

    /** Find the program, as starting it would. */
    static void requireProgram(String program) throws IOException {
        Stream<Path> places = program.contains("/")
                ? Stream.of(Path.of(program))
                : Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                        .map(folder -> Path.of(folder, program));
        if (places.noneMatch(place -> Files.isRegularFile(place) && Files.isExecutable(place))) {
            throw new IOException("the command under [secrets] names the program '" + program
                    + "', which is not on the PATH; install it, or give its whole path");
        }
    }
}
