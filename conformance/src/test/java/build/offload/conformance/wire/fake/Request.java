package build.offload.conformance.wire.fake;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * A request as a fake sees it.
 *
 * @param method empty where the head could not be parsed
 * @param headers by name, whatever its case
 */
public record Request(String method, String target, Map<String, String> headers, Body body) {

    /** The body, which is read when it is asked for. */
    @FunctionalInterface
    public interface Body {
        byte[] bytes();
    }

    /** Keep a copy of the headers. */
    public Request {
        Map<String, String> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        copy.putAll(headers);
        headers = copy;
    }

    public String path() {
        int mark = target.indexOf('?');
        return mark < 0 ? target : target.substring(0, mark);
    }

    public String query() {
        int mark = target.indexOf('?');
        return mark < 0 ? "" : target.substring(mark + 1);
    }

    /** Return a parameter of the query or of a posted form. */
    public Optional<String> parameter(String name) {
        String form = isForm() ? text() : "";
        for (String pair : (query() + "&" + form).split("&")) {
            if (pair.startsWith(name + "=")) {
                return Optional.of(URLDecoder.decode(pair.substring(name.length() + 1), StandardCharsets.UTF_8));
            }
        }
        return Optional.empty();
    }

    private boolean isForm() {
        return method.equals("POST") && header("Content-Type").startsWith("application/x-www-form-urlencoded");
    }

    public String header(String name) {
        return headers.getOrDefault(name, "");
    }

    public boolean has(String header) {
        return headers.containsKey(header);
    }

    public String text() {
        return new String(body.bytes(), StandardCharsets.UTF_8);
    }

    /** Return whether this asks for a verb, known or not. */
    public boolean isTransition() {
        return path().startsWith("/transition/");
    }

    public String verb() {
        return path().substring(path().lastIndexOf('/') + 1);
    }

    /** Return the body as JSON; missing where it is none, or too large, or held back. */
    public JsonNode json() {
        return has("Expect") || !isTransition() ? MissingNode.getInstance() : Reference.parsed(body.bytes());
    }

    public String key() {
        return json().path("idempotencyKey").asText();
    }

    public Request with(String header, String value) {
        Map<String, String> copy = new TreeMap<>(headers);
        copy.remove(header);
        copy.put(header, value);
        return new Request(method, target, copy, body);
    }

    public Request without(String header) {
        Map<String, String> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        copy.putAll(headers);
        copy.remove(header);
        return new Request(method, target, copy, body);
    }

    public Request at(String newTarget) {
        return new Request(method, newTarget, headers, body);
    }

    public Request by(String newMethod) {
        return new Request(newMethod, target, headers, body);
    }

    public Request carrying(byte[] newBody) {
        return new Request(method, target, headers, () -> newBody)
                .without("Transfer-Encoding")
                .with("Content-Length", Integer.toString(newBody.length));
    }

    public Request carrying(String newBody) {
        return carrying(newBody.getBytes(StandardCharsets.UTF_8));
    }

    /** Return the same with another envelope; anything that is no envelope stays as it is. */
    public Request editing(UnaryOperator<ObjectNode> change) {
        return json() instanceof ObjectNode envelope
                ? carrying(change.apply(envelope).toString())
                : this;
    }
}
