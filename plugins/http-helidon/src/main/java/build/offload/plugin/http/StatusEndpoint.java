package build.offload.plugin.http;

import build.offload.plugin.http.Reply.NotModified;
import build.offload.plugin.http.Reply.Whole;
import build.offload.spi.frontend.Controller;
import build.offload.spi.frontend.Controller.StatusPage;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** {@code GET /status}: the snapshot, written once per entity tag. */
final class StatusEndpoint {

    private final Controller controller;
    private final Wire wire;
    private final AtomicReference<Written> latest = new AtomicReference<>(new Written("", new byte[0]));

    StatusEndpoint(Controller controller, Wire wire) {
        this.controller = controller;
        this.wire = wire;
    }

    private record Written(String tag, byte[] body) {}

    Reply status(Request request) {
        StatusPage page = controller.status();
        String tag = '"' + page.entityTag().replace("\"", "") + '"';
        Map<String, String> headers = Map.of("ETag", tag, "Cache-Control", "no-cache");
        return known(request.ifNoneMatch(), tag)
                ? new NotModified(headers)
                : new Whole(200, Responder.JSON, body(page, tag), headers);
    }

    private byte[] body(StatusPage page, String tag) {
        Written written = latest.get();
        if (!written.tag().equals(tag)) {
            written = new Written(tag, wire.bytes(page.status()));
            latest.set(written);
        }
        return written.body();
    }

    /** Compare weakly, as a conditional GET does. */
    private static boolean known(Optional<String> ifNoneMatch, String tag) {
        return ifNoneMatch.stream()
                .flatMap(value -> Arrays.stream(value.split(",")))
                .map(String::strip)
                .map(candidate -> candidate.startsWith("W/") ? candidate.substring(2) : candidate)
                .anyMatch(candidate -> candidate.equals("*") || candidate.equals(tag));
    }
}
