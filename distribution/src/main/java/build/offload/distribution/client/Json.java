package build.offload.distribution.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A JSON value as a client reads it: keys it does not know are passed over, and what is absent or of another kind reads as
 * absent. The streaming parser alone is used; a mapper would cost more to start than a command takes.
 */
public final class Json {

    private static final JsonFactory FACTORY = new JsonFactory();
    private static final Json NOTHING = new Json(null);

    private final @Nullable Object value;

    private Json(@Nullable Object value) {
        this.value = value;
    }

    /**
     * Parse one JSON document.
     *
     * @throws IOException when it is none
     */
    public static Json parse(byte[] text) throws IOException {
        try (JsonParser parser = FACTORY.createParser(text)) {
            parser.nextToken();
            return new Json(read(parser));
        }
    }

    private static @Nullable Object read(JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == null) {
            throw new IOException("the text ends before its JSON does");
        }
        return switch (token) {
            case START_OBJECT -> readObject(parser);
            case START_ARRAY -> readArray(parser);
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT -> parser.getLongValue();
            case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            case END_OBJECT, END_ARRAY, FIELD_NAME, NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
                throw new IOException("unexpected " + token + " in JSON");
        };
    }

    private static Map<String, @Nullable Object> readObject(JsonParser parser) throws IOException {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String key = parser.currentName();
            parser.nextToken();
            members.put(key, read(parser));
        }
        return members;
    }

    private static List<@Nullable Object> readArray(JsonParser parser) throws IOException {
        List<@Nullable Object> elements = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            elements.add(read(parser));
        }
        return elements;
    }

    /** Return the value of a key. */
    public Json at(String key) {
        return value instanceof Map<?, ?> members ? new Json(members.get(key)) : NOTHING;
    }

    /** Return whether there is anything here. */
    public boolean present() {
        return value != null;
    }

    /** Return the text under a key. */
    public Optional<String> text(String key) {
        return at(key).value instanceof String text ? Optional.of(text) : Optional.empty();
    }

    /** Return the text under a key, or the other one. */
    public String text(String key, String otherwise) {
        return text(key).orElse(otherwise);
    }

    /** Return the whole number under a key. */
    public OptionalLong number(String key) {
        return at(key).value instanceof Long number ? OptionalLong.of(number) : OptionalLong.empty();
    }

    /** Return the number under a key, with or without a fraction, or the other one. */
    public double decimal(String key, double otherwise) {
        return at(key).value instanceof Number number ? number.doubleValue() : otherwise;
    }

    /** Return whether the key holds true. */
    public boolean flag(String key) {
        return Boolean.TRUE.equals(at(key).value);
    }

    /** Return the elements of the list under a key. */
    public List<Json> list(String key) {
        List<Json> elements = new ArrayList<>();
        if (at(key).value instanceof List<?> list) {
            list.forEach(element -> elements.add(new Json(element)));
        }
        return elements;
    }

    /** Return the texts of the list under a key. */
    public List<String> texts(String key) {
        return list(key).stream().map(element -> String.valueOf(element.value)).toList();
    }

    /** Return the members of the object under a key. */
    public Map<String, Json> members(String key) {
        Map<String, Json> members = new LinkedHashMap<>();
        if (at(key).value instanceof Map<?, ?> map) {
            map.forEach((name, member) -> members.put(String.valueOf(name), new Json(member)));
        }
        return members;
    }

    /** Return a text as it is, and anything else as JSON text. */
    public String plain() {
        return value instanceof String text ? text : new String(bytes(), StandardCharsets.UTF_8);
    }

    /** Return this value as JSON text. */
    public byte[] bytes() {
        return text(this);
    }

    /** Return the JSON text of maps, lists, texts, numbers and truth values; an empty {@link Optional} is left out of its map. */
    public static byte[] bytes(Map<String, ?> members) {
        return text(members);
    }

    private static byte[] text(Object value) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator generator = FACTORY.createGenerator(out)) {
            write(generator, value);
        } catch (IOException impossible) {
            throw new UncheckedIOException("writing to memory failed", impossible);
        }
        return out.toByteArray();
    }

    private static void write(JsonGenerator generator, @Nullable Object value) throws IOException {
        switch (value) {
            case null -> generator.writeNull();
            case Map<?, ?> map -> writeObject(generator, map);
            case List<?> list -> writeArray(generator, list);
            case String text -> generator.writeString(text);
            case Boolean truth -> generator.writeBoolean(truth);
            case Double number -> generator.writeNumber(number);
            case Number number -> generator.writeNumber(number.longValue());
            case Json json -> write(generator, json.value);
            default -> throw new IllegalArgumentException("no JSON for " + value.getClass());
        }
    }

    private static void writeObject(JsonGenerator generator, Map<?, ?> map) throws IOException {
        generator.writeStartObject();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            Object value = entry.getValue();
            if (value instanceof Optional<?> optional) {
                if (optional.isEmpty()) {
                    continue;
                }
                value = optional.get();
            }
            generator.writeFieldName(String.valueOf(entry.getKey()));
            write(generator, value);
        }
        generator.writeEndObject();
    }

    private static void writeArray(JsonGenerator generator, List<?> list) throws IOException {
        generator.writeStartArray();
        for (Iterator<?> elements = list.iterator(); elements.hasNext(); ) {
            write(generator, elements.next());
        }
        generator.writeEndArray();
    }
}
