package build.offload.distribution.launcher;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;
import build.offload.distribution.client.RuntimeFile;
import build.offload.distribution.configuration.Places;
import build.offload.distribution.configuration.TokenFile;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Starts a controller in a session of its own, so that it outlives the terminal, and waits until it serves. */
public final class DetachedStart {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final long LOOK_MILLIS = 40;

    private final Places places;
    private final List<String> command;

    /** Create a start of {@code command}, which must serve in the foreground of whatever it is started in. */
    public DetachedStart(Places places, List<String> command) {
        this.places = places;
        this.command = command;
    }

    /**
     * Start it and wait until it serves.
     *
     * @throws CommandFailure with the controller's own last words and its own exit code when it does not
     */
    public RuntimeFile start() {
        try {
            TokenFile.ownFolder(places.state());
            long logged = places.log().toFile().length();
            return awaitServing(launch(), logged);
        } catch (IOException failed) {
            throw new CommandFailure(ExitCode.INFRASTRUCTURE, "the controller cannot be started: " + failed, failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCode.CANCELLED, "interrupted; the controller goes on starting", interrupted);
        }
    }

    private Process launch() throws IOException {
        List<String> line = new ArrayList<>(List.of("setsid"));
        line.addAll(command);
        return new ProcessBuilder(line)
                .redirectInput(Redirect.from(new File("/dev/null")))
                .redirectOutput(Redirect.appendTo(places.log().toFile()))
                .redirectError(Redirect.appendTo(places.log().toFile()))
                .start();
    }

    private RuntimeFile awaitServing(Process process, long logged) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (System.nanoTime() < deadline) {
            if (process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new CommandFailure(code(process.exitValue()), lastWords(logged));
            }
            // Started by setsid in place, so the controller has the id of the process we started.
            Optional<RuntimeFile> serving = RuntimeFile.read(places.runtimeFile())
                    .filter(found -> found.process().pid() == process.pid());
            if (serving.isPresent()) {
                return serving.get();
            }
        }
        process.destroy();
        throw new CommandFailure(
                ExitCode.INFRASTRUCTURE,
                "the controller did not serve within " + LIMIT.toSeconds() + " s; see " + places.log());
    }

    private static ExitCode code(int exit) {
        for (ExitCode code : ExitCode.values()) {
            if (code.number() == exit && code != ExitCode.SUCCESS) {
                return code;
            }
        }
        return ExitCode.INFRASTRUCTURE;
    }

    private String lastWords(long from) throws IOException {
        try (RandomAccessFile log = new RandomAccessFile(places.log().toFile(), "r")) {
            log.seek(Math.min(from, log.length()));
            byte[] words = new byte[(int) Math.min(8192, log.length() - log.getFilePointer())];
            log.readFully(words);
            String text = new String(words, StandardCharsets.UTF_8).strip();
            return text.isEmpty() ? "the controller ended without a word; see " + places.log() : unprefixed(text);
        }
    }

    private static String unprefixed(String text) {
        return text.replaceAll("(?m)^offload: ", "");
    }
}
