package build.offload.distribution.cli;

import build.offload.distribution.run.Progress;
import java.io.BufferedReader;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The person in front of the terminal, if there is one. */
public interface Terminal {

    /** Return where words for the person go beside the two standard outputs; they are dropped where nobody looks. */
    Progress progress();

    /** Ask the person a question; empty when there is nobody to answer. */
    Optional<String> ask(String question);

    /** Return the terminal of this process. */
    static Terminal ofThisProcess() {
        return new ControllingTerminal();
    }

    /** Words go to the terminal itself, not to standard error, so that a captured standard error never holds them. */
    final class ControllingTerminal implements Terminal {

        private static final Path DEVICE = Path.of("/dev/tty");
        private static final int STDIN = 0;
        private static final int STDERR = 2;

        @Override
        public Progress progress() {
            if (!isTerminal(STDERR)) {
                return line -> {};
            }
            try {
                return to(new FileOutputStream(DEVICE.toFile()));
            } catch (IOException none) {
                return line -> {};
            }
        }

        @Override
        public Optional<String> ask(String question) {
            if (!isTerminal(STDIN)) {
                return Optional.empty();
            }
            try (OutputStream out = Files.newOutputStream(DEVICE);
                    BufferedReader in = Files.newBufferedReader(DEVICE)) {
                out.write(question.getBytes(StandardCharsets.UTF_8));
                return Optional.ofNullable(in.readLine());
            } catch (IOException none) {
                return Optional.empty();
            }
        }

        private static boolean isTerminal(int descriptor) {
            try {
                String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
                        .toString();
                return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
            } catch (IOException none) {
                return false;
            }
        }
    }

    /** Return a progress that writes marked lines to a stream, and falls silent when nobody reads them. */
    static Progress to(OutputStream out) {
        return line -> {
            try {
                out.write(("offload: " + line + "\n").getBytes(StandardCharsets.UTF_8));
                out.flush();
            } catch (IOException nobodyReads) {
                return;
            }
        };
    }
}
