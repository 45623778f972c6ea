package build.offload.plugin.http;

import build.offload.plugin.http.Reply.Problem;
import build.offload.spi.frontend.Controller.Refusal;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The fields of a JSON object, read strictly: a key nobody knows, a missing one, a wrong type and a null are refused with
 * status 422, naming the field. Nothing is converted.
 */
final class Fields {

    static final int LONGEST_KEY = 200;

    private static final BigInteger LARGEST = BigInteger.valueOf(Long.MAX_VALUE);
    private static final int LONGEST_NAME_SHOWN = 80;

    private final ObjectNode object;
    private final String prefix;

    private Fields(ObjectNode object, String prefix) {
        this.object = object;
        this.prefix = prefix;
    }

    /** Take a document that must be an object with no other keys than these. */
    static Fields only(JsonNode document, Set<String> known) {
        if (!(document instanceof ObjectNode object)) {
            throw refused("invalid-value", "The body must be a JSON object.", "");
        }
        object.fieldNames().forEachRemaining(name -> {
            if (!known.contains(name)) {
                throw refused(
                        "unknown-field", "There is no field of this name here; known are " + sorted(known) + ".", name);
            }
        });
        return new Fields(object, "");
    }

    /** Return the idempotency key: a string of 1 to 200 characters. */
    String idempotencyKey() {
        String key = text("idempotencyKey");
        if (key.isEmpty() || key.codePointCount(0, key.length()) > LONGEST_KEY) {
            throw invalid("idempotencyKey", "must have 1 to " + LONGEST_KEY + " characters");
        }
        return key;
    }

    /** Return the revision that the caller saw, as written; it may be larger than any revision can be. */
    BigInteger expectedRevision() {
        JsonNode value = required("expectedRevision");
        if (!value.isIntegralNumber() || value.bigIntegerValue().signum() < 0) {
            throw invalid("expectedRevision", "must be a whole number from 0");
        }
        return value.bigIntegerValue();
    }

    /** Return the revision for a call that needs one. */
    OptionalLong requiredRevision() {
        return OptionalLong.of(clamped(expectedRevision()));
    }

    /** Return the revision for a call that may do without. */
    OptionalLong optionalRevision() {
        return object.has("expectedRevision") ? requiredRevision() : OptionalLong.empty();
    }

    /** Return the number, or the largest a revision can be: one beyond is in the future just the same. */
    static long clamped(BigInteger revision) {
        return revision.min(LARGEST).longValueExact();
    }

    String text(String name) {
        return textOf(name, required(name));
    }

    Optional<String> optionalText(String name) {
        return optional(name).map(value -> textOf(name, value));
    }

    boolean flag(String name) {
        return optionalFlag(name).orElse(false);
    }

    Optional<Boolean> optionalFlag(String name) {
        return optional(name).map(value -> {
            if (!value.isBoolean()) {
                throw invalid(name, "must be true or false");
            }
            return value.booleanValue();
        });
    }

    /** Return a whole number from 1 to {@code largest}, if there is one. */
    OptionalLong optionalNumber(String name, long largest) {
        Optional<JsonNode> value = optional(name);
        if (value.isEmpty()) {
            return OptionalLong.empty();
        }
        JsonNode number = value.get();
        if (!number.isIntegralNumber()
                || !number.canConvertToLong()
                || number.longValue() < 1
                || number.longValue() > largest) {
            throw invalid(name, "must be a whole number from 1 to " + largest);
        }
        return OptionalLong.of(number.longValue());
    }

    List<String> texts(String name) {
        return textsOf(name, required(name));
    }

    List<String> optionalTexts(String name) {
        return optional(name).map(value -> textsOf(name, value)).orElse(List.of());
    }

    /** Return an object whose values are strings, in its order; empty where there is none. */
    Map<String, String> optionalTextMap(String name) {
        return optional(name).map(value -> nested(name, value).asTextMap()).orElse(Map.of());
    }

    /** Return an object that must be there, to be read by its own rules. */
    Fields nested(String name) {
        return nested(name, required(name));
    }

    Map<String, JsonNode> values() {
        Map<String, JsonNode> values = new LinkedHashMap<>();
        object.properties().forEach(entry -> values.put(entry.getKey(), entry.getValue()));
        return values;
    }

    String textOf(String name, JsonNode value) {
        if (!value.isTextual()) {
            throw invalid(name, "must be a string");
        }
        return whole(name, value.textValue());
    }

    /** Return the name of a key that the caller chose. */
    String name(String name) {
        return whole(name, name);
    }

    private String whole(String name, String text) {
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw invalid(name, "has half of a surrogate pair, which is not a character");
        }
        return text;
    }

    ProblemException invalid(String name, String reason) {
        String shown = shortened(prefix + name);
        return refused("invalid-value", shown + " " + reason + ".", shown);
    }

    static ProblemException refused(String code, String message, String field) {
        Optional<String> shown =
                Optional.of(field).filter(name -> !name.isEmpty()).map(Fields::shortened);
        Problem problem = Problems.invalid(new Refusal(code, message, Map.of(), shown));
        return new ProblemException(problem);
    }

    private Map<String, String> asTextMap() {
        Map<String, String> texts = new LinkedHashMap<>();
        values().forEach((name, value) -> texts.put(name(name), textOf(name, value)));
        return texts;
    }

    private List<String> textsOf(String name, JsonNode value) {
        if (!value.isArray()) {
            throw invalid(name, "must be an array of strings");
        }
        List<String> texts = new ArrayList<>();
        value.forEach(element -> texts.add(textOf(name, element)));
        return texts;
    }

    private Fields nested(String name, JsonNode value) {
        if (!(value instanceof ObjectNode inner)) {
            throw invalid(name, "must be an object");
        }
        return new Fields(inner, prefix + name + ".");
    }

    private JsonNode required(String name) {
        return optional(name)
                .orElseThrow(() -> refused("missing-field", prefix + name + " is required.", prefix + name));
    }

    private Optional<JsonNode> optional(String name) {
        return Optional.ofNullable(object.get(name));
    }

    private static String sorted(Set<String> names) {
        return String.join(", ", names.stream().sorted().toList());
    }

    private static String shortened(String name) {
        return name.length() <= LONGEST_NAME_SHOWN ? name : name.substring(0, LONGEST_NAME_SHOWN) + "…";
    }
}
