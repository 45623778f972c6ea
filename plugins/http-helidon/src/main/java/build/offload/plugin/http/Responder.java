package build.offload.plugin.http;

import build.offload.plugin.http.Reply.NotModified;
import build.offload.plugin.http.Reply.Problem;
import build.offload.plugin.http.Reply.Streamed;
import build.offload.plugin.http.Reply.Whole;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.OptionalLong;

/** Sends a {@link Reply}, and leaves the connection in order for the next request or closes it. */
final class Responder {

    static final String JSON = "application/json";

    /** Nothing here is for a browser's cache or for its guesses. */
    static final Map<String, String> STANDARD_HEADERS =
            Map.of("Cache-Control", "no-store", "X-Content-Type-Options", "nosniff");

    /** Anything shorter is no secret, and may be part of any word. */
    private static final int SHORTEST_SECRET = 16;

    private final Wire wire;
    private final SlowPeers peers;
    private final InFlight inFlight;
    private final int skippedBytes;

    Responder(Wire wire, SlowPeers peers, InFlight inFlight, int skippedBytes) {
        this.wire = wire;
        this.peers = peers;
        this.inFlight = inFlight;
        this.skippedBytes = skippedBytes;
    }

    /** A request with its response; one that was not admitted is not worth any memory. */
    record Exchange(ServerRequest request, ServerResponse response, boolean admitted) {}

    /**
     * Send the reply.
     *
     * @throws CloseConnectionException when it was the last one on its connection; the header alone closes nothing here, and an
     *     unread body would be taken for the next request
     */
    void send(Exchange exchange, Reply reply) {
        ServerRequest request = exchange.request();
        ServerResponse response = exchange.response();
        boolean skip = !reply.last() && canBeSkipped(exchange);
        boolean unread = !skip && !request.content().consumed();
        boolean last = unread || inFlight.closing() || asksToClose(request);
        setHeaders(response, STANDARD_HEADERS);
        if (last) {
            response.header(HeaderValues.CONNECTION_CLOSE);
        }
        write(exchange, reply);
        if (skip) {
            skipBody(request);
        }
        if (last) {
            throw new CloseConnectionException("the answer was the last one on this connection");
        }
    }

    private void write(Exchange exchange, Reply reply) {
        ServerRequest request = exchange.request();
        ServerResponse response = exchange.response();
        switch (reply) {
            case Whole whole -> whole(request, response, whole);
            case Problem problem -> whole(request, response, rendered(exchange, problem));
            case NotModified(Map<String, String> headers) -> notModified(response, headers);
            case Streamed streamed -> streamed(request, response, streamed);
        }
    }

    private Whole rendered(Exchange exchange, Problem problem) {
        byte[] body = wire.bytes(problem);
        byte[] shown = exchange.admitted() ? withoutToken(exchange.request(), body) : body;
        return new Whole(problem.status(), JSON, shown, problem.headers());
    }

    /** A message may repeat a value that was wrong. Should a client have put its token there, that is left out. */
    private static byte[] withoutToken(ServerRequest request, byte[] body) {
        String authorization =
                Heads.joined(request.headers(), HeaderNames.AUTHORIZATION).orElse("");
        String token = authorization.substring(authorization.indexOf(' ') + 1).strip();
        if (token.length() < SHORTEST_SECRET) {
            return body;
        }
        String text = new String(body, StandardCharsets.US_ASCII);
        return text.replace(token, "(token)").getBytes(StandardCharsets.US_ASCII);
    }

    private void whole(ServerRequest request, ServerResponse response, Whole whole) {
        response.status(Status.create(whole.status()));
        response.header(HeaderNames.CONTENT_TYPE, whole.contentType());
        setHeaders(response, whole.headers());
        if (headersOnly(request)) {
            response.header(HeaderNames.CONTENT_LENGTH, Integer.toString(whole.body().length));
            sent(response, new byte[0]);
        } else {
            sent(response, whole.body());
        }
    }

    private void notModified(ServerResponse response, Map<String, String> headers) {
        setHeaders(response, headers);
        response.status(Status.NOT_MODIFIED_304);
        sent(response, new byte[0]);
    }

    private void streamed(ServerRequest request, ServerResponse response, Streamed streamed) {
        response.header(HeaderNames.CONTENT_TYPE, streamed.contentType());
        if (headersOnly(request)) {
            sent(response, new byte[0]);
            return;
        }
        Lines lines = new Lines(response.outputStream(), wire, peers);
        inFlight.watching(() -> streamed.streamer().writeTo(lines));
        if (lines.clientGone()) {
            throw new CloseConnectionException("the client left while it was told something");
        }
        commit(response);
    }

    /** Send the end of the body while the request still counts as under way; later a stop would cut it off. */
    private void commit(ServerResponse response) {
        peers.within(() -> {
            if (response instanceof RoutingResponse complete) {
                complete.commit();
            }
            return true;
        });
    }

    private void sent(ServerResponse response, byte[] body) {
        peers.within(() -> {
            response.send(body);
            return true;
        });
    }

    /**
     * Decide whether a body that nobody read is to be read and thrown away after the answer, since a client that is still
     * sending when its connection closes may never see why. Otherwise an unread body ends the connection: one that does not
     * come before a {@code 100 Continue}, a long one, and one of unknown length from a caller who was not let in.
     */
    private boolean canBeSkipped(Exchange exchange) {
        ServerRequest request = exchange.request();
        if (request.content().consumed() || !request.continueSent()) {
            return false;
        }
        OptionalLong length = request.headers().contentLength();
        return length.isPresent() ? length.getAsLong() <= skippedBytes : exchange.admitted();
    }

    private static boolean asksToClose(ServerRequest request) {
        return request.headers().containsToken(HeaderValues.CONNECTION_CLOSE);
    }

    private void skipBody(ServerRequest request) {
        try {
            peers.within(() -> {
                request.content().consume();
                return true;
            });
        } catch (RuntimeException gone) {
            throw new CloseConnectionException("the client left before its body was complete", gone);
        }
    }

    private static boolean headersOnly(ServerRequest request) {
        return request.prologue().method().text().equals("HEAD");
    }

    private static void setHeaders(ServerResponse response, Map<String, String> headers) {
        headers.forEach((name, value) -> response.header(HeaderNames.create(name), value));
    }
}
