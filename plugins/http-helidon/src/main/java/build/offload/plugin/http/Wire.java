package build.offload.plugin.http;

import build.offload.plugin.http.Reply.Problem;
import build.offload.spi.frontend.ControllerStatus;
import build.offload.spi.frontend.EventView;
import build.offload.spi.model.HostName;
import build.offload.spi.model.JobId;
import build.offload.spi.model.MirrorId;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * JSON as the wire wants it. Writing: enums in lower case with dashes, instants in ISO 8601 with {@code Z}, names and ids as
 * plain strings, an empty optional as an absent key (but as null where the wire says so). Reading: UTF-8, one document, no key
 * twice, no deep nesting.
 */
final class Wire {

    private static final int DEEPEST = 32;

    private final ObjectWriter any;
    private final ObjectWriter ascii;
    private final ObjectWriter status;
    private final ObjectReader tree;

    Wire() {
        JsonMapper mapper = mapper();
        this.any = mapper.writer();
        this.ascii = any.with(JsonWriteFeature.ESCAPE_NON_ASCII);
        this.status = mapper.writerFor(ControllerStatus.class);
        this.tree = mapper.readerFor(JsonNode.class).with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    }

    byte[] bytes(Object value) {
        return written(any, value);
    }

    /** Write a refusal. All of it is ASCII, so that half a character cut out of a client's text does no harm. */
    byte[] bytes(Problem problem) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("error", problem.error());
        body.putAll(problem.fields());
        return written(ascii, body);
    }

    byte[] bytes(ControllerStatus value) {
        return written(status, value);
    }

    /**
     * Read one JSON document.
     *
     * @throws ProblemException with status 400, naming the place and never the text
     */
    JsonNode parse(byte[] body) {
        String text = decoded(body);
        try {
            JsonNode document = tree.readTree(text);
            if (document.isMissingNode()) {
                throw new ProblemException(Problems.notJson("it is empty"));
            }
            return document;
        } catch (JsonProcessingException malformed) {
            throw new ProblemException(Problems.notJson("it goes wrong " + place(malformed)));
        }
    }

    private static String place(JacksonException malformed) {
        JsonLocation location = malformed.getLocation();
        return location == null
                ? "somewhere"
                : "at line " + location.getLineNr() + ", column " + location.getColumnNr();
    }

    private static String decoded(byte[] body) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
        } catch (CharacterCodingException malformed) {
            throw new ProblemException(Problems.notJson("it is not UTF-8"));
        }
    }

    private static byte[] written(ObjectWriter writer, Object value) {
        try {
            return writer.writeValueAsBytes(value);
        } catch (JsonProcessingException broken) {
            throw new IllegalStateException(
                    "an answer of type " + value.getClass() + " cannot be written as JSON", broken);
        }
    }

    private static JsonMapper mapper() {
        JsonFactory factory = JsonFactory.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .streamReadConstraints(
                        StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
                .build();
        JsonMapper.Builder builder = JsonMapper.builder(factory)
                .addModules(new Jdk8Module(), new JavaTimeModule(), names())
                .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
                .defaultPropertyInclusion(included(JsonInclude.Include.NON_ABSENT))
                .addMixIn(ControllerStatus.RemoteJob.class, NullsShown.class)
                .addMixIn(EventView.class, NullsShown.class);
        for (Class<?> optional : List.of(OptionalInt.class, OptionalLong.class, OptionalDouble.class)) {
            builder.withConfigOverride(
                    optional, override -> override.setInclude(included(JsonInclude.Include.NON_EMPTY)));
        }
        return builder.build();
    }

    private static JsonInclude.Value included(JsonInclude.Include include) {
        return JsonInclude.Value.construct(include, include);
    }

    private static SimpleModule names() {
        return new SimpleModule()
                .addSerializer(new Words())
                .addSerializer(JobId.class, ToStringSerializer.instance)
                .addSerializer(MirrorId.class, ToStringSerializer.instance)
                .addSerializer(HostName.class, ToStringSerializer.instance);
    }

    /** Where the wire shows null for what is not known: {@code rc}, {@code pullBytes} and {@code pullDurationSeconds}. */
    interface NullsShown {
        @JsonInclude(JsonInclude.Include.ALWAYS)
        OptionalInt rc();

        @JsonInclude(JsonInclude.Include.ALWAYS)
        OptionalLong pullBytes();

        @JsonInclude(JsonInclude.Include.ALWAYS)
        OptionalDouble pullDurationSeconds();
    }

    /** Enums as the wire's words. */
    private static final class Words extends StdSerializer<Enum<?>> {

        private static final long serialVersionUID = 1L;

        Words() {
            super(Enum.class, false);
        }

        static String of(Enum<?> value) {
            return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        @Override
        public void serialize(Enum<?> value, JsonGenerator generator, SerializerProvider provider) throws IOException {
            generator.writeString(of(value));
        }
    }
}
