package build.offload.conformance.wire.fake;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Step 4 of the order: the envelope. */
final class Envelopes {

    private static final Set<String> FIELDS = Set.of("expectedRevision", "idempotencyKey", "args");
    private static final int LONGEST_KEY = 200;

    private Envelopes() {}

    static Optional<Reply> refusal(JsonNode document) {
        if (!document.isObject()) {
            return refused("The body must be an object.");
        }
        if (document.properties().stream().anyMatch(field -> !FIELDS.contains(field.getKey()))) {
            return refused("The envelope has a field that nobody knows.");
        }
        JsonNode revision = document.path("expectedRevision");
        if (!revision.isIntegralNumber() || revision.bigIntegerValue().signum() < 0) {
            return refused("expectedRevision must be a whole number from 0.");
        }
        String key = document.path("idempotencyKey").isTextual()
                ? document.path("idempotencyKey").textValue()
                : "";
        if (key.isEmpty() || key.length() > LONGEST_KEY) {
            return refused("idempotencyKey must be a text of 1 to 200 characters.");
        }
        return document.path("args").isObject()
                ? arguments(document.path("args"), revision)
                : refused("args must be an object.");
    }

    private static Optional<Reply> arguments(JsonNode args, JsonNode revision) {
        for (Map.Entry<String, JsonNode> arg : args.properties()) {
            JsonNode value = arg.getValue();
            boolean sound = arg.getKey().equals("expectedRevision") ? agrees(value, revision) : value.isTextual();
            if (!sound) {
                return refused("An argument is not as it must be.");
            }
        }
        return Optional.empty();
    }

    private static boolean agrees(JsonNode value, JsonNode revision) {
        return value.isIntegralNumber()
                ? value.bigIntegerValue().equals(revision.bigIntegerValue())
                : value.isTextual()
                        && value.textValue().equals(revision.bigIntegerValue().toString());
    }

    private static Optional<Reply> refused(String message) {
        return Optional.of(Reply.invalid("invalid-value", message));
    }
}
