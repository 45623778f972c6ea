package build.offload.conformance.wire.http;

import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

/** A request and its answer, as text to read; long bodies are cut. */
public record Exchange(String request, String answer) {

    private static final int SHOWN = 2000;

    /** Write both down. */
    public static Exchange of(Call call, Answer answer) {
        return new Exchange(written(call), written(answer));
    }

    /** Write down a request that got no answer, and why. */
    public static Exchange unanswered(Call call, String reason) {
        return new Exchange(written(call), "(no answer: " + reason + ")");
    }

    private static String written(Call call) {
        return call.method() + " " + call.target() + lines(call.headers()) + shortened(call.body());
    }

    private static String written(Answer answer) {
        return answer.status() + lines(answer.headers()) + shortened(answer.body());
    }

    private static String lines(Iterable<Header> headers) {
        StringBuilder lines = new StringBuilder();
        headers.forEach(header -> lines.append('\n').append(header));
        return lines.toString();
    }

    private static String shortened(byte[] body) {
        String text = new String(body, StandardCharsets.UTF_8);
        if (text.isEmpty()) {
            return "";
        }
        String shown = text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "… (" + body.length + " bytes)";
        return "\n\n" + shown.lines().collect(Collectors.joining("\n"));
    }
}
