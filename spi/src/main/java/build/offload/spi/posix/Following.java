package build.offload.spi.posix;

import build.offload.spi.executor.BuildHost.FollowRequest;
import build.offload.spi.executor.BuildHost.RunReport;
import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.ExecutorException.Kind;
import build.offload.spi.executor.OutputSink;
import build.offload.spi.executor.OutputSink.Stream;
import build.offload.spi.posix.RunnerLink.Question;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;

/** Hands a command's output on, and says how it stands. */
final class Following {

    private static final Duration SLACK = Duration.ofSeconds(60);
    private static final long FRAME_LIMIT = 1024 * 1024;

    private final FollowRequest request;
    private final OutputSink sink;
    private final byte[] buffer = new byte[64 * 1024];
    private long stdout;
    private long stderr;

    Following(FollowRequest request, OutputSink sink) {
        this.request = request;
        this.sink = sink;
        this.stdout = request.stdoutOffset();
        this.stderr = request.stderrOffset();
    }

    Question<RunReport> question() {
        String handle = Launch.HANDLE.matcher(request.handle()).matches() ? request.handle() : "-";
        List<String> tokens = List.of(
                request.attempt().toString(),
                handle,
                Long.toString(stdout),
                Long.toString(stderr),
                Long.toString(Math.max(0, request.budget().toMillis() / 10)));
        return new Question<>(
                "follow", tokens, _ -> {}, this::read, request.budget().plus(SLACK));
    }

    private RunReport read(Answer answer) throws IOException, ExecutorException {
        while (true) {
            String[] words = answer.words();
            switch (words[0]) {
                case "out" -> stdout += handOn(answer, Stream.STDOUT, stdout, words);
                case "err" -> stderr += handOn(answer, Stream.STDERR, stderr, words);
                case "beat" -> {}
                default -> {
                    return report(answer, words);
                }
            }
        }
    }

    private long handOn(Answer answer, Stream stream, long due, String[] words) throws IOException, ExecutorException {
        if (words.length != 3 || Answer.number(words[1], Long.MAX_VALUE) != due) {
            throw Answer.nonsense("where output from " + due + " was due", String.join(" ", words));
        }
        long count = Answer.number(words[2], FRAME_LIMIT);
        for (long done = 0; done < count; ) {
            int read = answer.some(buffer, count - done);
            write(stream, due + done, read);
            done += read;
        }
        return count;
    }

    private void write(Stream stream, long offset, int length) throws ExecutorException {
        try {
            sink.write(stream, offset, ByteBuffer.wrap(buffer, 0, length));
        } catch (IOException full) {
            throw new ExecutorException(
                    Kind.PROTOCOL, "the output could not be taken here: " + full.getMessage(), full);
        }
    }

    private static RunReport report(Answer answer, String[] words) throws IOException, ExecutorException {
        if (words.length != 2) {
            throw Answer.nonsense("about an attempt", String.join(" ", words));
        }
        String text = answer.text(words[1]);
        answer.end();
        return switch (words[0]) {
            case "running" -> new RunReport.Running();
            case "exited" -> exited(text);
            case "never" -> new RunReport.NeverStarted(text);
            case "vanished" -> new RunReport.Vanished(text);
            default -> throw Answer.nonsense("about an attempt", words[0]);
        };
    }

    /** An exit file that a crash of the host left empty is no exit code. */
    private static RunReport exited(String text) {
        return text.matches("[0-9]{3}") && Integer.parseInt(text) <= 255
                ? new RunReport.Exited(Integer.parseInt(text))
                : new RunReport.Vanished("its exit code '" + text + "' cannot be read");
    }
}
