package build.offload.spi.posix;

import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.ExecutorException.Kind;
import build.offload.spi.executor.HostShell.ShellRequest;
import build.offload.spi.executor.HostShell.ShellResult;
import build.offload.spi.posix.RunnerLink.Question;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** Runs one short command; its outputs come spelt in hexadecimal, since both come over one stream. */
final class ShortCommand {

    private static final Duration SLACK = Duration.ofSeconds(2);
    private static final int STREAM_LIMIT = 64 * 1024;

    private final ShellRequest request;
    private final ByteArrayOutputStream stdout = new ByteArrayOutputStream();
    private final ByteArrayOutputStream stderr = new ByteArrayOutputStream();
    private int exitCode = -1;

    ShortCommand(ShellRequest request) {
        this.request = request;
    }

    Question<ShellResult> question() {
        double seconds = Math.max(0.01, request.limit().toMillis() / 1000.0);
        List<String> tokens =
                List.of(String.format(Locale.ROOT, "%.2f", seconds), Long.toString((long) Math.ceil(seconds)));
        return new Question<>(
                "run", tokens, this::write, this::read, request.limit().plus(SLACK));
    }

    private void write(OutputStream out) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (String argument : request.argv()) {
            lines.append(OctalText.of(argument)).append('\n');
        }
        out.write(lines.append(".\n").toString().getBytes(StandardCharsets.US_ASCII));
        out.write(request.input().getBytes(StandardCharsets.UTF_8));
    }

    private ShellResult read(Answer answer) throws IOException, ExecutorException {
        String[] words = answer.words();
        while (!words[0].equals("late")) {
            take(words);
            words = answer.words();
        }
        answer.end();
        if (words.length == 2 && words[1].equals("yes")) {
            throw new ExecutorException(
                    Kind.CONNECTION_LOST,
                    "'" + request.argv().getFirst() + "' took longer than "
                            + request.limit().toMillis() + " ms and was killed");
        }
        if (exitCode < 0) {
            throw Answer.nonsense("to a command, without its exit code", String.join(" ", words));
        }
        return new ShellResult(
                exitCode, stdout.toString(StandardCharsets.UTF_8), stderr.toString(StandardCharsets.UTF_8));
    }

    private void take(String[] words) throws ExecutorException {
        switch (words[0]) {
            case "x" -> exitCode = (int) Answer.number(words[words.length - 1], 255);
            case "o" -> spelt(words, stdout);
            case "e" -> spelt(words, stderr);
            default -> throw Answer.nonsense("as a command's output", String.join(" ", words));
        }
    }

    private static void spelt(String[] words, ByteArrayOutputStream stream) throws ExecutorException {
        for (int i = 1; i < words.length && stream.size() < STREAM_LIMIT; i++) {
            if (!words[i].isEmpty()) {
                stream.write(octet(words[i]));
            }
        }
    }

    private static int octet(String word) throws ExecutorException {
        try {
            return HexFormat.fromHexDigits(word);
        } catch (IllegalArgumentException odd) {
            throw Answer.nonsense("where two hexadecimal digits were due", word);
        }
    }
}
