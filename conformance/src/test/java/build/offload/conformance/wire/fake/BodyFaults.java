package build.offload.conformance.wire.fake;

import static build.offload.conformance.wire.fake.Fault.fault;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Faults about bodies and envelopes. */
final class BodyFaults {

    private static final Set<String> FIELDS = Set.of("expectedRevision", "idempotencyKey", "args");
    private static final long FUTURE = 4_000_000_000_000_000L;

    private BodyFaults() {}

    static List<Fault> bodies() {
        return List.of(
                fault("W-BODY-01", "blanks at the end do not count")
                        .reading(
                                request -> isVerb(request) && request.has("Content-Length") && isLong(request),
                                BodyFaults::stripped),
                fault("W-BODY-02", "chunks are not counted")
                        .reading(request -> isVerb(request) && request.has("Transfer-Encoding"), BodyFaults::stripped),
                fault("W-BODY-03", "the limit is one byte too low")
                        .answering(
                                request -> request.header("Content-Length").equals(Integer.toString(Reference.LIMIT)),
                                Reply.error(413, "too-large")),
                fault("W-BODY-04", "an empty body is an empty object")
                        .reading(
                                request -> isVerb(request) && request.text().isBlank(),
                                request -> request.carrying("{}")),
                fault("W-BODY-05", "plain text is taken for JSON")
                        .reading(
                                request -> request.header("Content-Type").equals("text/plain"),
                                request -> request.with("Content-Type", "application/json")),
                fault("W-BODY-06", "a character set is not understood")
                        .answering(
                                request -> request.header("Content-Type").contains("charset"),
                                Reply.error(415, "unsupported-media-type")),
                fault("W-BODY-07", "malformed characters are replaced")
                        .reading(
                                request -> isVerb(request) && !request.text().isEmpty() && !isLong(request),
                                request -> request.carrying(request.text())),
                fault("W-BODY-08", "a length is asked for")
                        .alsoFelt("W-BODY-02")
                        .answering(request -> request.has("Transfer-Encoding"), Reply.error(411, "length-required")));
    }

    static List<Fault> envelopes() {
        return Stream.of(fields(), revisions(), keys(), arguments())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Fault> fields() {
        return List.of(
                fault("W-ENV-01", "an envelope that is no object is called text that is not JSON")
                        .answering((request, reply) -> isVerb(request)
                                        && reply.status() == 422
                                        && !request.json().isObject()
                                ? Reply.error(400, "not-json")
                                : reply),
                fault("W-ENV-02", "unknown fields are overlooked")
                        .alsoFelt("W-ERROR-02", "W-REPLAY-10")
                        .mending(envelope -> envelope.retain(FIELDS)),
                fault("W-ENV-03", "a missing revision means any")
                        .handling((right, engine) -> request -> right.answer(
                                isVerb(request)
                                        ? request.editing(envelope -> withDefault(envelope, "expectedRevision", engine))
                                        : request)),
                fault("W-ENV-04", "a missing key is made up")
                        .mending(envelope ->
                                envelope.has("idempotencyKey") ? envelope : envelope.put("idempotencyKey", "k")),
                fault("W-ENV-05", "missing args mean none").mending(envelope -> {
                    if (envelope.has("expectedRevision") && !envelope.has("args")) {
                        envelope.putObject("args");
                    }
                    return envelope;
                }));
    }

    private static List<Fault> revisions() {
        return List.of(
                fault("W-ENV-06", "a revision in quotes is a number")
                        .mending(envelope -> revision(envelope, JsonNode::isTextual, 0)),
                fault("W-ENV-07", "a negative revision is merely stale")
                        .mending(envelope -> revision(envelope, value -> value.asLong(0) < 0, FUTURE)),
                fault("W-ENV-08", "a fraction is rounded")
                        .mending(envelope -> revision(envelope, JsonNode::isFloatingPointNumber, 0)));
    }

    private static List<Fault> keys() {
        return List.of(
                fault("W-ENV-09", "an empty key is a key")
                        .mending(envelope -> key(
                                envelope,
                                value -> value.isTextual() && value.asText().isEmpty(),
                                "k")),
                fault("W-ENV-10", "a long key is cut")
                        .mending(envelope ->
                                key(envelope, value -> value.asText().length() > 200, "k")),
                fault("W-ENV-11", "the longest key is one character too short")
                        .mending(envelope ->
                                key(envelope, value -> value.asText().length() == 200, "")),
                fault("W-ENV-12", "a number is a key").mending(envelope -> key(envelope, JsonNode::isNumber, "k")));
    }

    private static List<Fault> arguments() {
        return List.of(
                fault("W-ENV-13", "args that are null mean none").mending(envelope -> {
                    if (envelope.path("args").isNull()) {
                        envelope.putObject("args");
                    }
                    return envelope;
                }),
                fault("W-ENV-14", "numbers in args become strings").mending(BodyFaults::withTextsInArgs),
                fault("W-ENV-15", "the revision must not come along in the args")
                        .alsoFelt("W-COMMIT-09")
                        .answering((request, reply) ->
                                isVerb(request) && request.json().path("args").has("expectedRevision")
                                        ? Reply.invalid("unknown-field", "There is no such argument.")
                                        : reply),
                fault("W-ENV-16", "a revision in the args that disagrees is overlooked")
                        .mending(envelope -> withoutRevisionInArgs(
                                envelope,
                                value -> value.isNumber() || value.asText().matches("[0-9]+"))),
                fault("W-ENV-17", "a revision in the args that is no number is overlooked")
                        .mending(envelope -> withoutRevisionInArgs(
                                envelope,
                                value -> !value.isNumber() && !value.asText().matches("[0-9]+"))));
    }

    private static boolean isVerb(Request request) {
        return request.isTransition() && request.method().equals("POST") && !request.has("Expect");
    }

    private static boolean isLong(Request request) {
        return request.text().length() > Reference.LIMIT;
    }

    private static Request stripped(Request request) {
        return request.carrying(new String(request.body().bytes(), StandardCharsets.UTF_8).stripTrailing());
    }

    private static ObjectNode withDefault(ObjectNode envelope, String field, Engine engine) {
        return envelope.has(field) || !envelope.has("args") ? envelope : envelope.put(field, engine.revision());
    }

    private static ObjectNode revision(ObjectNode envelope, Predicate<JsonNode> odd, long instead) {
        JsonNode value = envelope.path("expectedRevision");
        return odd.test(value) ? envelope.put("expectedRevision", instead == 0 ? value.asLong() : instead) : envelope;
    }

    private static ObjectNode key(ObjectNode envelope, Predicate<JsonNode> odd, String instead) {
        return odd.test(envelope.path("idempotencyKey")) ? envelope.put("idempotencyKey", instead) : envelope;
    }

    private static ObjectNode withTextsInArgs(ObjectNode envelope) {
        if (envelope.path("args") instanceof ObjectNode args) {
            List.copyOf(args.properties()).stream()
                    .filter(arg -> arg.getValue().isNumber() && !arg.getKey().equals("expectedRevision"))
                    .forEach(arg -> args.put(arg.getKey(), arg.getValue().asText()));
        }
        return envelope;
    }

    private static ObjectNode withoutRevisionInArgs(ObjectNode envelope, Predicate<JsonNode> overlooked) {
        if (envelope.path("args") instanceof ObjectNode args
                && args.has("expectedRevision")
                && overlooked.test(args.path("expectedRevision"))) {
            args.remove("expectedRevision");
        }
        return envelope;
    }
}
