package build.offload.plugin.http;

import build.offload.plugin.http.Reply.Whole;
import java.util.LinkedHashMap;
import java.util.Map;

/** Makes replies of values. */
final class Json {

    private final Wire wire;

    Json(Wire wire) {
        this.wire = wire;
    }

    Reply reply(int status, Object value) {
        return new Whole(status, Responder.JSON, wire.bytes(value), Map.of());
    }

    /** Return an object of two fields, in this order. */
    Map<String, Object> object(String first, Object firstValue, String second, Object secondValue) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put(first, firstValue);
        object.put(second, secondValue);
        return object;
    }
}
