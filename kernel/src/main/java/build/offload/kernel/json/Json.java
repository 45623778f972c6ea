package build.offload.kernel.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteFeature;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * Renders values to JSON and reads JSON back, deterministically: equal values give equal text, whatever order a map was
 * built in. Safe for use by several threads.
 *
 * <ul>
 *   <li>Keys of a map are sorted; components of a record keep their declared order. A record with the one component
 *       {@code value} is written as that value.
 *   <li>What is optional and absent leaves no key. A key that must be there without a value has {@link Null#NULL}.
 *   <li>Enums are lower case with dashes. An {@link java.time.Instant} is ISO 8601 in UTC, a {@link java.time.Duration} its
 *       seconds, a byte array Base64, a path or URI its text.
 *   <li>Numbers: no trailing zeros, an exponent only beyond 21 digits, {@code NaN} and infinities refused. Read back, an
 *       integer is a {@link Long}, or a {@link java.math.BigInteger} where it does not fit; anything else is a
 *       {@link java.math.BigDecimal}.
 *   <li>Reading refuses duplicate keys and text after the value.
 * </ul>
 */
public final class Json {

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(StreamWriteFeature.AUTO_CLOSE_CONTENT)
            .build();

    private Json() {}

    /** The JSON value {@code null}, in maps and lists that hold no null. */
    public enum Null {
        NULL
    }

    /**
     * Return the JSON text of a value.
     *
     * @throws JsonException when something in it has no JSON form
     */
    public static String text(Object value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(text)) {
            JsonWriter.write(generator, value);
        } catch (IOException notJson) {
            throw new JsonException("cannot be written as JSON: " + notJson.getMessage(), notJson);
        }
        return text.toString();
    }

    /** Return the JSON text of a value in UTF-8. */
    public static byte[] bytes(Object value) {
        return text(value).getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Read a JSON object.
     *
     * @throws JsonException when the text is not one JSON object
     */
    public static Map<String, Object> object(String text) {
        return asObject(value(text));
    }

    /** Read a JSON object from UTF-8. */
    public static Map<String, Object> object(byte[] utf8) {
        return object(new String(utf8, StandardCharsets.UTF_8));
    }

    /**
     * Read a JSON array.
     *
     * @throws JsonException when the text is not one JSON array
     */
    public static List<Object> array(String text) {
        if (value(text) instanceof List<?> list) {
            return List.copyOf(list);
        }
        throw new JsonException("not a JSON array");
    }

    /**
     * Read any JSON value: {@link Map}, {@link List}, {@link String}, {@link Long}, {@link java.math.BigInteger},
     * {@link java.math.BigDecimal}, {@link Boolean} or {@link Null#NULL}.
     *
     * @throws JsonException when the text is not one JSON value
     */
    public static Object value(String text) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            parser.nextToken();
            Object value = JsonReader.read(parser);
            if (parser.nextToken() != null) {
                throw new JsonException("text follows the JSON value");
            }
            return value;
        } catch (IOException notJson) {
            throw new JsonException("not JSON: " + notJson.getMessage(), notJson);
        }
    }

    @SuppressWarnings("unchecked") // The reader makes maps with string keys only.
    private static Map<String, Object> asObject(Object value) {
        if (value instanceof Map<?, ?> map) {
            return (Map<String, Object>) map;
        }
        throw new JsonException("not a JSON object");
    }
}
