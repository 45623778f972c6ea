package build.offload.conformance.wire.rule;

import static build.offload.conformance.wire.check.Page.WIRE_CONTRACT;

import build.offload.conformance.wire.check.Check;
import build.offload.conformance.wire.check.Expect;
import build.offload.conformance.wire.check.Group;
import build.offload.conformance.wire.check.Server;
import build.offload.conformance.wire.check.Violation;
import build.offload.conformance.wire.http.Answer;
import build.offload.conformance.wire.http.Call;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** What all refusals have in common. */
final class ErrorRules {

    private static final Set<String> KEYS = Set.of("error", "detail", "currentRevision");
    private static final String VERB = "/transition/admission-reconcile";
    private static final Pattern INSIDE =
            Pattern.compile("\\bat [\\w.$]+\\(|Exception\\b|Traceback|node_modules|\\.java:\\d|\\.rs:\\d|\\.js:\\d");

    private ErrorRules() {}

    static List<Check> all() {
        return List.of(
                check("01", "Every refusal is JSON with a word in error and no unknown key")
                        .serves(WIRE_CONTRACT, "422 `{error:\"invalid-args\", detail}` for the rest")
                        .lookAt(
                                "Look at what makes the answer: some refusals may come from the web server itself and not from the program.")
                        .by(ErrorRules::everyRefusalIsJson),
                check("02", "The refusal of an envelope says what is wrong, for programs and for people")
                        .serves(WIRE_CONTRACT, "`detail` is an object `{code, message, …}`")
                        .lookAt("Look at how the envelope is refused: detail has the strings code and message.")
                        .by(server -> Detail.expect(server.send(server.verb(
                                "admission-reconcile",
                                server.future().with("actor", JsonNodeFactory.instance.textNode("x")))))),
                check("03", "Awkward text is refused cleanly")
                        .serves(WIRE_CONTRACT, "400 for text that is not JSON")
                        .lookAt(
                                "Look at the parser's limits on nesting, and at what becomes of its failures: their own text is for the log.")
                        .by(ErrorRules::awkwardText),
                check("04", "A head that cannot be parsed is refused with 400")
                        .serves(WIRE_CONTRACT, "head can be parsed; writer queue has room")
                        .lookAt("Look at how the web server answers a broken request line.")
                        .by(ErrorRules::brokenHead));
    }

    private static Check.Draft check(String number, String title) {
        return Check.check(Group.CORE, "W-ERROR-" + number, title);
    }

    /** One request for each way of being refused that needs no particular state. */
    private static Map<String, Call> refused(Server server) {
        Map<String, Call> calls = new LinkedHashMap<>();
        Call verb = server.verb("admission-reconcile", server.future());
        calls.put("a missing token", Call.of("GET", "/status"));
        calls.put("another host", server.get("/status").with("Host", "evil.example"));
        calls.put("an unknown verb", server.post("/transition/nope", "{}"));
        calls.put("an unknown address", server.get("/nope"));
        calls.put("a method that is not allowed", server.call("DELETE", VERB));
        calls.put("a body that is too large", verb.carrying(new byte[(64 << 10) + 1]));
        calls.put("text that is not JSON", server.post(VERB, "{"));
        calls.put("a form", verb.with("Content-Type", "application/x-www-form-urlencoded"));
        calls.put("a broken envelope", server.post(VERB, "[]"));
        calls.put("a stale revision", verb);
        return calls;
    }

    private static void everyRefusalIsJson(Server server) throws IOException {
        for (Map.Entry<String, Call> call : refused(server).entrySet()) {
            Answer answer = server.send(call.getValue());
            try {
                if (answer.status() >= 400) {
                    isProblem(answer);
                }
            } catch (Violation violation) {
                throw new Violation("the refusal of " + call.getKey() + ": " + violation.getMessage());
            }
        }
    }

    private static void isProblem(Answer answer) {
        Expect.mediaType("application/json", answer);
        ObjectNode body = Expect.object(answer);
        JsonNode error = body.path("error");
        Expect.that(
                error.isTextual() && error.textValue().matches("[a-z0-9]+(-[a-z0-9]+)*"),
                "expected a word like this-one in error, but it is " + error);
        body.fieldNames()
                .forEachRemaining(key -> Expect.that(KEYS.contains(key), "the key '" + key + "' is not known"));
    }

    private static void awkwardText(Server server) throws IOException {
        String deep = "[".repeat(30_000) + "]".repeat(30_000);
        for (String body : List.of(
                deep,
                "{\"args\":" + deep + "}",
                "{\"expectedRevision\":1e999999999}",
                "{\"idempotencyKey\":\"\\ud800\"}",
                "{\"args\":{\"\\u0000\":\"\\u0000\"}}",
                "\u0000".repeat(100))) {
            Answer answer = server.send(server.post(VERB, body));
            Expect.that(
                    answer.status() == 400 || answer.status() == 422,
                    "expected 400 or 422 for awkward text, but the answer has " + answer.status());
            Expect.that(
                    !INSIDE.matcher(answer.text()).find(),
                    "the refusal of awkward text shows the inside of the program: " + answer.text());
        }
        server.status();
    }

    private static void brokenHead(Server server) throws IOException {
        Answer answer = server.sendRaw("GARBAGE\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        Expect.status(400, answer, "a request that begins with GARBAGE");
    }
}
