package build.offload.spi.posix;

import build.offload.spi.executor.BuildHost.StartReport;
import build.offload.spi.executor.BuildHost.StartRequest;
import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.Secret;
import build.offload.spi.posix.RunnerLink.Question;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Starts an attempt's command. */
final class Launch {

    /** Boot id, PID and start ticks. */
    static final Pattern HANDLE = Pattern.compile("[0-9a-f-]{36}:[1-9][0-9]{0,9}:[0-9]{1,19}");

    private static final Pattern VARIABLE = Pattern.compile("[^=\\x00-][^=\\x00]*", Pattern.DOTALL);

    private Launch() {}

    static Question<StartReport> question(StartRequest request, Duration limit) {
        byte[] lines = lines(request).getBytes(StandardCharsets.US_ASCII);
        List<String> tokens = List.of(request.attempt().toString());
        return new Question<>("start", tokens, (OutputStream out) -> out.write(lines), Launch::started, limit);
    }

    private static String lines(StartRequest request) {
        if (request.argv().isEmpty()) {
            throw new IllegalArgumentException("a command has at least a program");
        }
        StringBuilder lines = new StringBuilder();
        lines.append("limit ").append(request.limits().logBytes()).append('\n');
        lines.append("time ")
                .append(Math.max(1, request.limits().time().toSeconds()))
                .append('\n');
        lines.append("folder ").append(OctalText.of(request.folder())).append('\n');
        for (Secret secret : request.secrets()) {
            lines.append("secret ").append(secret.name()).append(' ');
            lines.append(OctalText.of(secret.value())).append('\n');
        }
        for (Map.Entry<String, String> variable : request.environment().entrySet()) {
            lines.append("env ").append(OctalText.of(assignment(variable))).append('\n');
        }
        for (String argument : request.argv()) {
            lines.append("argv ").append(OctalText.of(argument)).append('\n');
        }
        return lines.append(".\n").toString();
    }

    private static String assignment(Map.Entry<String, String> variable) {
        if (!VARIABLE.matcher(variable.getKey()).matches()) {
            throw new IllegalArgumentException("'" + variable.getKey() + "' cannot be the name of a variable");
        }
        return variable.getKey() + "=" + variable.getValue();
    }

    private static StartReport started(Answer answer) throws IOException, ExecutorException {
        String[] words = answer.words();
        if (words.length != 2 || !HANDLE.matcher(words[1]).matches()) {
            throw Answer.nonsense("to a start", String.join(" ", words));
        }
        answer.end();
        return switch (words[0]) {
            case "started" -> new StartReport(words[1], false);
            case "attached" -> new StartReport(words[1], true);
            default -> throw Answer.nonsense("to a start", words[0]);
        };
    }
}
