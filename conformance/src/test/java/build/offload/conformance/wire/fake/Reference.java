package build.offload.conformance.wire.fake;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Keeps the contract: the order of the checks, and what each address answers. */
public final class Reference implements Handler {

    public static final String OPERATOR = "operator-token-0123456789abcdef";
    public static final String DECK = "deck-token-0123456789abcdef";

    static final int LIMIT = 64 << 10;

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(
                            StreamReadConstraints.builder().maxNestingDepth(32).build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private static final Set<String> READ = Set.of("/status", "/metrics", "/api/offload/v1/health");
    private static final String QUERY = "/api/v1/query";

    private final String authority;
    private final Engine engine;
    private final Queries queries;

    public Reference(String authority, Engine engine) {
        this.authority = authority;
        this.engine = engine;
        this.queries = new Queries(engine.metrics());
    }

    @Override
    public Reply answer(Request request) {
        if (request.method().isEmpty()) {
            return Reply.error(400, "bad-request");
        }
        if (!admitted(request)) {
            return Reply.error(401, "unauthenticated").with("WWW-Authenticate", "Bearer");
        }
        if (!meantForUs(request)) {
            return Reply.error(421, "misdirected");
        }
        if (request.isTransition()) {
            return verb(request);
        }
        return known(request.path()) ? read(request) : Reply.error(404, "not-found");
    }

    private static boolean admitted(Request request) {
        String authorization = request.header("Authorization");
        boolean operator = authorization.equals("Bearer " + OPERATOR);
        boolean deck = authorization.equals("Bearer " + DECK);
        return operator || (deck && !request.path().startsWith("/api/offload/"));
    }

    private boolean meantForUs(Request request) {
        return request.header("Host").equals(authority)
                && (!request.has("Origin") || request.header("Origin").equals("http://" + authority));
    }

    private static boolean known(String path) {
        return READ.contains(path) || path.equals(QUERY);
    }

    private Reply read(Request request) {
        boolean posted = request.path().equals(QUERY) && request.method().equals("POST");
        if (!request.method().equals("GET") && !posted) {
            return Reply.error(405, "method-not-allowed").with("Allow", "GET");
        }
        return switch (request.path()) {
            case "/status" -> status(request);
            case "/metrics" -> Reply.of(200, "text/plain; version=0.0.4; charset=utf-8", engine.metrics());
            case QUERY -> queries.answer(request);
            default -> Reply.json(200, "{}");
        };
    }

    private Reply status(Request request) {
        Reply status = Reply.json(200, engine.status());
        String tag = "\"" + Integer.toHexString(status.text().hashCode()) + "\"";
        boolean isKnown = request.header("If-None-Match").equals(tag);
        return (isKnown ? new Reply(304, Map.of(), new byte[0]) : status).with("ETag", tag);
    }

    private Reply verb(Request request) {
        if (!Engine.verbs().contains(request.path().substring("/transition/".length()))) {
            return Reply.error(404, "unknown-verb");
        }
        if (!request.method().equals("POST")) {
            return Reply.error(405, "method-not-allowed").with("Allow", "POST");
        }
        return form(request).orElseGet(() -> judged(request));
    }

    /** Size and content type, which the head says. */
    private static Optional<Reply> form(Request request) {
        String length = request.header("Content-Length");
        if (!length.isEmpty() && Long.parseLong(length) > LIMIT) {
            return Optional.of(Reply.error(413, "too-large"));
        }
        String type = request.header("Content-Type").toLowerCase(Locale.ROOT).replaceAll("\\s*;\\s*charset=utf-8$", "");
        return type.equals("application/json")
                ? Optional.empty()
                : Optional.of(Reply.error(415, "unsupported-media-type"));
    }

    private Reply judged(Request request) {
        byte[] body = request.body().bytes();
        if (body.length > LIMIT) {
            return Reply.error(413, "too-large");
        }
        JsonNode document = parsed(body);
        if (document.isMissingNode()) {
            return Reply.error(400, "not-json");
        }
        return Envelopes.refusal(document).orElseGet(() -> engine.transition(request.verb(), document));
    }

    /** Return the document in a body; missing where there is none. */
    static JsonNode parsed(byte[] body) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
            return body.length > LIMIT ? MissingNode.getInstance() : MAPPER.readTree(text);
        } catch (CharacterCodingException | JsonProcessingException malformed) {
            return MissingNode.getInstance();
        }
    }
}
