package build.offload.kernel.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes values token by token, in the one order they have. */
final class JsonWriter {

    private static final BigDecimal SMALLEST_PLAIN = new BigDecimal("1e-7");
    private static final BigDecimal LARGEST_PLAIN = new BigDecimal("1e21");

    /** Reflection hands out new objects each time it is asked, and their first use is dear, so it is asked once for each kind of record. */
    private static final ClassValue<List<Method>> ACCESSORS = new ClassValue<>() {
        @Override
        protected List<Method> computeValue(Class<?> kind) {
            return Stream.of(kind.getRecordComponents())
                    .map(RecordComponent::getAccessor)
                    .toList();
        }
    };

    private JsonWriter() {}

    static void write(JsonGenerator out, @Nullable Object value) throws IOException {
        switch (value) {
            case null -> out.writeNull();
            case Json.Null _ -> out.writeNull();
            case Optional<?> optional -> write(out, optional.orElse(null));
            case OptionalInt optional -> write(out, optional.isPresent() ? optional.getAsInt() : null);
            case OptionalLong optional -> write(out, optional.isPresent() ? optional.getAsLong() : null);
            case OptionalDouble optional -> write(out, optional.isPresent() ? optional.getAsDouble() : null);
            case Map<?, ?> map -> writeMap(out, map);
            case Collection<?> collection -> writeArray(out, ordered(collection));
            case Record record -> writeRecord(out, record);
            case Boolean flag -> out.writeBoolean(flag);
            case Number number -> writeNumber(out, number);
            case byte[] bytes -> out.writeString(Base64.getEncoder().encodeToString(bytes));
            case Duration duration -> out.writeNumber(canonical(seconds(duration)));
            default -> out.writeString(asText(value));
        }
    }

    private static String asText(Object value) {
        return switch (value) {
            case Enum<?> constant -> constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
            case CharSequence _, Character _, Instant _, Path _, URI _ -> value.toString();
            default -> throw new JsonException("a " + value.getClass().getName() + " has no JSON form");
        };
    }

    private static void writeMap(JsonGenerator out, Map<?, ?> map) throws IOException {
        TreeMap<String, @Nullable Object> sorted = new TreeMap<>();
        map.forEach((key, value) -> sorted.put(asText(unwrap(key)), value));
        out.writeStartObject();
        for (Map.Entry<String, @Nullable Object> entry : sorted.entrySet()) {
            writeField(out, entry.getKey(), entry.getValue());
        }
        out.writeEndObject();
    }

    private static void writeRecord(JsonGenerator out, Record record) throws IOException {
        List<Method> accessors = ACCESSORS.get(record.getClass());
        if (accessors.size() == 1 && accessors.getFirst().getName().equals("value")) {
            write(out, read(record, accessors.getFirst()));
            return;
        }
        out.writeStartObject();
        for (Method accessor : accessors) {
            writeField(out, accessor.getName(), read(record, accessor));
        }
        out.writeEndObject();
    }

    private static void writeField(JsonGenerator out, String name, @Nullable Object value) throws IOException {
        if (!isAbsent(value)) {
            out.writeFieldName(name);
            write(out, value);
        }
    }

    private static boolean isAbsent(@Nullable Object value) {
        return switch (value) {
            case Optional<?> optional -> optional.isEmpty();
            case OptionalInt optional -> optional.isEmpty();
            case OptionalLong optional -> optional.isEmpty();
            case OptionalDouble optional -> optional.isEmpty();
            case null, default -> false;
        };
    }

    private static void writeArray(JsonGenerator out, Collection<?> values) throws IOException {
        out.writeStartArray();
        for (Object value : values) {
            write(out, value);
        }
        out.writeEndArray();
    }

    /** A set without an order of its own is put in the order of its members' text. */
    private static Collection<?> ordered(Collection<?> values) {
        if (!(values instanceof Set<?>) || values instanceof SortedSet<?>) {
            return values;
        }
        TreeMap<String, Object> byText = new TreeMap<>();
        values.forEach(value -> byText.put(Json.text(value), value));
        return List.copyOf(byText.values());
    }

    /** A map's key may be one of the domain's names. */
    private static Object unwrap(Object key) {
        if (key instanceof Record record) {
            List<Method> accessors = ACCESSORS.get(record.getClass());
            if (accessors.size() == 1) {
                Object inner = read(record, accessors.getFirst());
                return inner == null ? key : inner;
            }
        }
        return key;
    }

    private static @Nullable Object read(Record record, Method accessor) {
        try {
            if (!accessor.canAccess(record)) {
                accessor.setAccessible(true);
            }
            return accessor.invoke(record);
        } catch (InvocationTargetException | IllegalAccessException failed) {
            throw new JsonException(record.getClass().getName() + "." + accessor.getName() + " cannot be read", failed);
        }
    }

    private static void writeNumber(JsonGenerator out, Number number) throws IOException {
        switch (number) {
            case Integer _, Long _, Short _, Byte _ -> out.writeNumber(number.longValue());
            case BigInteger integer -> out.writeNumber(integer);
            case BigDecimal decimal -> out.writeNumber(canonical(decimal));
            case Double _, Float _ -> out.writeNumber(canonical(finite(number)));
            default -> throw new JsonException("a " + number.getClass().getName() + " has no JSON form");
        }
    }

    private static BigDecimal finite(Number number) {
        if (!Double.isFinite(number.doubleValue())) {
            throw new JsonException(number + " has no JSON form");
        }
        return new BigDecimal(number.toString());
    }

    private static BigDecimal seconds(Duration duration) {
        return BigDecimal.valueOf(duration.getSeconds()).add(BigDecimal.valueOf(duration.getNano(), 9));
    }

    /** One spelling for one number: 1.0 and 1 are both {@code 1}; the exponent form only where digits would not end. */
    private static String canonical(BigDecimal number) {
        BigDecimal stripped = number.stripTrailingZeros();
        BigDecimal size = stripped.abs();
        boolean plain =
                size.signum() == 0 || (size.compareTo(SMALLEST_PLAIN) >= 0 && size.compareTo(LARGEST_PLAIN) < 0);
        return plain ? stripped.toPlainString() : stripped.toString();
    }
}
