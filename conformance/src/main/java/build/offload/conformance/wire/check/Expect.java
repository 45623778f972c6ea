package build.offload.conformance.wire.check;

import build.offload.conformance.wire.http.Answer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What checks commonly expect of an answer; each throws a {@link Violation} that says what came instead. */
public final class Expect {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private Expect() {}

    /** Expect a condition. */
    public static void that(boolean condition, String otherwise) {
        if (!condition) {
            throw new Violation(otherwise);
        }
    }

    /** Expect a status; {@code of} names the request. */
    public static void status(int expected, Answer answer, String of) {
        that(
                answer.status() == expected,
                of + ": expected the status " + expected + ", but the answer has " + answer.status());
    }

    /** Expect a refusal with a status and the code in {@code error}. */
    public static void refusal(int expected, String error, Answer answer, String of) {
        status(expected, answer, of);
        String found = json(answer).path("error").asText("");
        that(found.equals(error), of + ": expected the error '" + error + "', but the body says '" + found + "'");
    }

    /** Expect a refusal whose body holds the code in {@code error} and nothing else. */
    public static void bareRefusal(int expected, String error, Answer answer, String of) {
        refusal(expected, error, answer, of);
        that(
                json(answer).size() == 1,
                of + ": expected the body {\"error\":\"" + error + "\"} exactly, but it is " + answer.text());
    }

    /** Expect one JSON document whose objects have no key twice. */
    public static JsonNode json(Answer answer) {
        try {
            JsonNode document = MAPPER.readTree(answer.body());
            that(!document.isMissingNode(), "expected JSON, but the body is empty (status " + answer.status() + ")");
            return document;
        } catch (JsonProcessingException malformed) {
            throw new Violation("the body is not one JSON document with distinct keys: "
                    + firstLine(malformed.getOriginalMessage()));
        } catch (IOException unreadable) {
            throw new Violation("the body cannot be read as JSON: " + unreadable.getMessage());
        }
    }

    /** Expect a JSON object. */
    public static ObjectNode object(Answer answer) {
        if (json(answer) instanceof ObjectNode object) {
            return object;
        }
        throw new Violation("expected a JSON object, but the body is " + answer.text());
    }

    /** Expect a media type, whatever its parameters. */
    public static void mediaType(String expected, Answer answer) {
        String found = answer.header("Content-Type").orElse("");
        that(
                found.toLowerCase(Locale.ROOT).replaceAll("\\s*;.*", "").strip().equals(expected),
                "expected the content type " + expected + ", but it is '" + found + "'");
    }

    private static String firstLine(@Nullable String text) {
        return text == null ? "" : text.lines().findFirst().orElse("");
    }
}
