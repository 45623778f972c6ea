package build.offload.conformance.wire.fake;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** An answer as a fake gives it. */
public record Reply(int status, Map<String, String> headers, byte[] body) {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Keep a copy of the headers. */
    public Reply {
        headers = new LinkedHashMap<>(headers);
    }

    public static Reply of(int status, String type, String body) {
        return new Reply(status, Map.of("Content-Type", type), body.getBytes(StandardCharsets.UTF_8));
    }

    public static Reply json(int status, String body) {
        return of(status, "application/json", body);
    }

    public static Reply error(int status, String error) {
        return json(status, MAPPER.createObjectNode().put("error", error).toString());
    }

    public static Reply invalid(String code, String message) {
        ObjectNode body = MAPPER.createObjectNode().put("error", "invalid-args");
        body.putObject("detail").put("code", code).put("message", message);
        return json(422, body.toString());
    }

    public static Reply stale(long currentRevision) {
        return json(
                409,
                MAPPER.createObjectNode()
                        .put("error", "stale-revision")
                        .put("currentRevision", currentRevision)
                        .toString());
    }

    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    public ObjectNode json() {
        try {
            return MAPPER.readValue(body, ObjectNode.class);
        } catch (JsonProcessingException malformed) {
            throw new IllegalStateException("the reply is no JSON object: " + text(), malformed);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    public Reply editing(Consumer<ObjectNode> change) {
        ObjectNode json = json();
        change.accept(json);
        return saying(json.toString());
    }

    public Reply saying(String newBody) {
        return new Reply(status, headers, newBody.getBytes(StandardCharsets.UTF_8));
    }

    public Reply with(String header, String value) {
        Map<String, String> copy = new LinkedHashMap<>(headers);
        copy.put(header, value);
        return new Reply(status, copy, body);
    }

    public Reply without(String header) {
        Map<String, String> copy = new LinkedHashMap<>(headers);
        copy.remove(header);
        return new Reply(status, copy, body);
    }
}
