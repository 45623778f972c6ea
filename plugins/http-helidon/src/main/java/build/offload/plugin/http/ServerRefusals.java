package build.offload.plugin.http;

import build.offload.plugin.http.Gate.Passage;
import build.offload.plugin.http.Reply.Problem;
import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import java.time.Duration;

/**
 * Answers what the server refuses by itself: a head it cannot read, a body it will not take. Where the head could be read, the
 * {@link Gate} has the first word all the same, so that a caller without a token learns nothing else.
 */
final class ServerRefusals implements DirectHandler {

    private final Gate gate;
    private final Wire wire;

    ServerRefusals(Gate gate, Wire wire) {
        this.gate = gate;
        this.wire = wire;
    }

    @Override
    public TransportResponse handle(
            TransportRequest request,
            EventType eventType,
            Status defaultStatus,
            ServerResponseHeaders responseHeaders,
            String message) {
        Problem problem = judged(request, defaultStatus);
        ServerResponseHeaders headers = ServerResponseHeaders.create();
        problem.headers().forEach((name, value) -> headers.set(HeaderNames.create(name), value));
        Responder.STANDARD_HEADERS.forEach((name, value) -> headers.set(HeaderNames.create(name), value));
        headers.set(HeaderNames.CONTENT_TYPE, Responder.JSON);
        headers.set(HeaderValues.CONNECTION_CLOSE);
        return TransportResponse.builder()
                .status(Status.create(problem.status()))
                .headers(headers)
                .keepAlive(false)
                .entity(wire.bytes(problem))
                .build();
    }

    private Problem judged(TransportRequest request, Status status) {
        if (request.headers().size() == 0) {
            return problem(status);
        }
        return switch (gate.examine(Heads.of(request))) {
            case Passage.Refused(Problem earlier) -> earlier;
            case Passage.Admitted _ ->
                request.headers().contains(HeaderNames.CONTENT_ENCODING)
                        ? Problems.unsupportedMediaType()
                        : problem(status);
        };
    }

    /** Return the refusal for a status the server chose. */
    static Problem problem(Status status) {
        return switch (status.code()) {
            case 413 -> Problems.farTooLarge();
            case 414 -> Problems.ofStatus(414, "The address is too long.");
            case 501 -> Problems.ofStatus(501, "Of transfer encodings only chunked is understood.");
            case 503 -> Problems.busy(Duration.ofSeconds(1));
            case 505 -> Problems.ofStatus(505, "Only HTTP/1.1 is spoken here.");
            case 500 -> Problems.internal();
            default -> Problems.badRequest("The request's head or framing is not valid HTTP/1.1, or too large.");
        };
    }
}
