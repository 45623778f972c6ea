package build.offload.plugin.http;

import build.offload.plugin.http.Gate.Head;
import build.offload.spi.frontend.AccessGuard.Credentials;
import io.helidon.http.DirectHandler.TransportRequest;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.helidon.webserver.http.ServerRequest;
import java.util.List;
import java.util.Optional;

/** Takes from Helidon's requests what the {@link Gate} looks at. */
final class Heads {

    private Heads() {}

    static Head of(ServerRequest request) {
        String method = request.prologue().method().text();
        return new Head(method, request.prologue().uriPath().rawPath(), credentials(request.headers()));
    }

    static Head of(TransportRequest request) {
        return new Head(request.method(), request.path(), credentials(request.headers()));
    }

    /** Two {@code Authorization} headers are none: which of them a proxy would have checked cannot be known. */
    private static Credentials credentials(Headers headers) {
        List<String> authorization = values(headers, HeaderNames.AUTHORIZATION);
        return new Credentials(
                authorization.size() == 1 ? Optional.of(authorization.getFirst()) : Optional.empty(),
                joined(headers, HeaderNames.HOST),
                joined(headers, HeaderNames.ORIGIN));
    }

    /** Several values become one that names no server. */
    static Optional<String> joined(Headers headers, HeaderName name) {
        List<String> values = values(headers, name);
        return values.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", values));
    }

    private static List<String> values(Headers headers, HeaderName name) {
        return headers.contains(name) ? headers.get(name).allValues() : List.of();
    }
}
