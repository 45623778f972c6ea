package build.offload.plugin.http;

import build.offload.plugin.http.Reply.Whole;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;

/** {@code GET /api/offload/v1/openapi.json}: what is served here, described. */
final class ContractEndpoint {

    private static final String RESOURCE = "openapi.json";

    private final byte[] document = document();

    Reply openApi(Request request) {
        return new Whole(200, Responder.JSON, document, Map.of());
    }

    private static byte[] document() {
        try (InputStream resource = ContractEndpoint.class.getResourceAsStream(RESOURCE)) {
            if (resource == null) {
                throw new IllegalStateException("the jar of this plugin lacks its resource " + RESOURCE);
            }
            return resource.readAllBytes();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
