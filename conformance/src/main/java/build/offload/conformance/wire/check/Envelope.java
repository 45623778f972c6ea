package build.offload.conformance.wire.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/** The body of a verb, made by hand so that it can be made wrongly. Each method returns a new one. */
public final class Envelope {

    /** A revision no server reaches, and every language's numbers hold: whoever accepts the rest refuses it as stale. */
    public static final long FUTURE = 4_000_000_000_000_000L;

    private final ObjectNode json;

    private Envelope(ObjectNode json) {
        this.json = json;
    }

    /** Make a correct one without arguments. */
    public static Envelope of(long expectedRevision, String idempotencyKey) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("expectedRevision", expectedRevision);
        json.put("idempotencyKey", idempotencyKey);
        json.set("args", JsonNodeFactory.instance.objectNode());
        return new Envelope(json);
    }

    /** Set a field of the envelope, to anything. */
    public Envelope with(String name, JsonNode value) {
        ObjectNode copy = json.deepCopy();
        copy.set(name, value);
        return new Envelope(copy);
    }

    /** Leave a field of the envelope out. */
    public Envelope without(String name) {
        ObjectNode copy = json.deepCopy();
        copy.remove(name);
        return new Envelope(copy);
    }

    /** Set an argument, to anything. */
    public Envelope withArgument(String name, JsonNode value) {
        ObjectNode copy = json.deepCopy();
        copy.withObjectProperty("args").set(name, value);
        return new Envelope(copy);
    }

    /** Set arguments as they should be. */
    public Envelope withArguments(Map<String, String> args) {
        ObjectNode copy = json.deepCopy();
        ObjectNode target = copy.withObjectProperty("args");
        args.forEach(target::put);
        return new Envelope(copy);
    }

    /** Return it as JSON. */
    @Override
    public String toString() {
        return json.toString();
    }
}
