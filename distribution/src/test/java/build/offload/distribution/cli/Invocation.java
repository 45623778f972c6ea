package build.offload.distribution.cli;

import build.offload.distribution.run.Progress;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs a command line in this process and keeps everything it put out. */
final class Invocation {

    static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    final ByteArrayOutputStream stdout = new ByteArrayOutputStream();
    final ByteArrayOutputStream stderr = new ByteArrayOutputStream();
    final List<String> terminal = new ArrayList<>();
    final Map<String, String> environment = new HashMap<>(Map.of("HOME", "/nonexistent", "PATH", "/usr/bin:/bin"));
    Optional<String> answer = Optional.empty();

    private final Path folder;

    Invocation(Path folder) {
        this.folder = folder;
    }

    int run(String... arguments) {
        return new OffloadCli(surroundings()).execute(arguments);
    }

    Surroundings surroundings() {
        return new Surroundings(environment, folder, stdout, stderr, new RecordedTerminal(), InstantSource.fixed(NOW));
    }

    String out() {
        return stdout.toString(StandardCharsets.UTF_8);
    }

    String err() {
        return stderr.toString(StandardCharsets.UTF_8);
    }

    private final class RecordedTerminal implements Terminal {
        @Override
        public Progress progress() {
            return terminal::add;
        }

        @Override
        public Optional<String> ask(String question) {
            terminal.add(question);
            return answer;
        }
    }
}
