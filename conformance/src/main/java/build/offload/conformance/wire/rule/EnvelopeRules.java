package build.offload.conformance.wire.rule;

import static build.offload.conformance.wire.check.Page.SPEC;
import static build.offload.conformance.wire.check.Page.WIRE_CONTRACT;

import build.offload.conformance.wire.check.Check;
import build.offload.conformance.wire.check.Envelope;
import build.offload.conformance.wire.check.Expect;
import build.offload.conformance.wire.check.Group;
import build.offload.conformance.wire.check.Server;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/**
 * The envelope of a verb. Every request here expects a revision that no server reaches, so a server that overlooks the mistake
 * says 409 and changes nothing.
 */
final class EnvelopeRules {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String VERB = "admission-reconcile";
    private static final String ENVELOPE =
            "JSON object with exactly `expectedRevision` (JSON integer ≥ 0), `idempotencyKey` (non-empty string ≤ 200), `args` (object of strings;";
    private static final String AGREE =
            "`args.expectedRevision` may be a number or its string and must agree with the envelope";
    private static final String STRICT =
            "Look at how the envelope is read: strictly, before the revision is compared, and without turning one type into another.";

    private EnvelopeRules() {}

    static List<Check> all() {
        return Stream.of(fields(), revisions(), keys(), arguments())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Check> fields() {
        return List.of(
                envelope("01", "An envelope that is no object is refused").by(EnvelopeRules::noObject),
                envelope("02", "A field that the envelope does not have is refused")
                        .by(server ->
                                invalid(server, server.future().with("actor", JSON.textNode("x")), "a field 'actor'")),
                envelope("03", "An envelope without expectedRevision is refused")
                        .by(server ->
                                invalid(server, server.future().without("expectedRevision"), "no expectedRevision")),
                envelope("04", "An envelope without idempotencyKey is refused")
                        .by(server -> invalid(server, server.future().without("idempotencyKey"), "no idempotencyKey")),
                envelope("05", "An envelope without args is refused")
                        .by(server -> invalid(server, server.future().without("args"), "no args")));
    }

    private static List<Check> revisions() {
        return List.of(
                check("06", "An expectedRevision that is a string is refused")
                        .serves(SPEC, "The controller endpoint itself takes numeric `expectedRevision`.")
                        .lookAt(
                                "Look at how the envelope is read: the string that the consumer carries is turned into a number by its gateway, not here.")
                        .by(server -> invalid(
                                server,
                                server.future().with("expectedRevision", JSON.textNode(Long.toString(Envelope.FUTURE))),
                                "expectedRevision as a string")),
                envelope("07", "A negative expectedRevision is refused")
                        .by(server -> invalid(
                                server,
                                server.future().with("expectedRevision", JSON.numberNode(-1)),
                                "expectedRevision -1")),
                envelope("08", "An expectedRevision that is no whole number is refused")
                        .by(server -> eachInvalid(
                                server,
                                "expectedRevision",
                                List.of(
                                        JSON.numberNode(1.5),
                                        JSON.nullNode(),
                                        JSON.booleanNode(true),
                                        JSON.objectNode()))));
    }

    private static List<Check> keys() {
        return List.of(
                envelope("09", "An empty idempotencyKey is refused")
                        .by(server -> invalid(
                                server,
                                server.future().with("idempotencyKey", JSON.textNode("")),
                                "an empty idempotencyKey")),
                envelope("10", "An idempotencyKey of more than 200 characters is refused")
                        .by(server -> invalid(
                                server,
                                server.future().with("idempotencyKey", longKey(server, 201)),
                                "a key of 201 characters")),
                envelope("11", "An idempotencyKey of 200 characters is taken")
                        .by(server -> accepted(
                                server,
                                server.future().with("idempotencyKey", longKey(server, 200)),
                                "a key of 200 characters")),
                envelope("12", "An idempotencyKey that is no string is refused")
                        .by(server -> eachInvalid(
                                server,
                                "idempotencyKey",
                                List.of(JSON.numberNode(1), JSON.nullNode(), JSON.arrayNode()))));
    }

    private static List<Check> arguments() {
        return List.of(
                envelope("13", "Args that are no object are refused")
                        .by(server -> eachInvalid(
                                server,
                                "args",
                                List.of(JSON.nullNode(), JSON.arrayNode(), JSON.textNode("x"), JSON.numberNode(1)))),
                check("14", "An argument that is no string is refused")
                        .serves(SPEC, "carries `args` as `Record<string,string>` (string values only")
                        .lookAt(STRICT)
                        .by(EnvelopeRules::argumentsAreStrings),
                agreement("15", "The revision may come along in the args, as a number or as a string")
                        .by(EnvelopeRules::revisionComesAlong),
                agreement("16", "A revision in the args that disagrees is refused")
                        .by(EnvelopeRules::revisionDisagrees),
                agreement("17", "A revision in the args that is neither number nor string is refused")
                        .by(EnvelopeRules::revisionOfAnotherType));
    }

    private static Check.Draft check(String number, String title) {
        return Check.check(Group.CORE, "W-ENV-" + number, title);
    }

    private static Check.Explained envelope(String number, String title) {
        return check(number, title).serves(WIRE_CONTRACT, ENVELOPE).lookAt(STRICT);
    }

    private static Check.Explained agreement(String number, String title) {
        return check(number, title)
                .serves(WIRE_CONTRACT, AGREE)
                .lookAt(
                        "Look at args.expectedRevision: the consumer carries it as a string, so it comes twice, and both must be the same number.");
    }

    private static JsonNode longKey(Server server, int length) {
        String key = server.newKey();
        return JSON.textNode(key + "k".repeat(length - key.length()));
    }

    private static void invalid(Server server, Envelope envelope, String what) throws IOException {
        Expect.refusal(422, "invalid-args", server.send(server.verb(VERB, envelope)), "an envelope with " + what);
    }

    private static void eachInvalid(Server server, String field, List<JsonNode> values) throws IOException {
        for (JsonNode value : values) {
            invalid(server, server.future().with(field, value), field + " " + value);
        }
    }

    /** The next step after the envelope is the revision, and that one is in the future. */
    private static void accepted(Server server, Envelope envelope, String what) throws IOException {
        Expect.refusal(
                409,
                "stale-revision",
                server.send(server.verb(VERB, envelope)),
                "a good envelope that expects a future revision, with " + what);
    }

    private static void noObject(Server server) throws IOException {
        for (String body : List.of("[]", "null", "\"text\"", "5", "true")) {
            Expect.refusal(
                    422, "invalid-args", server.send(server.post("/transition/" + VERB, body)), "the envelope " + body);
        }
    }

    private static void argumentsAreStrings(Server server) throws IOException {
        for (JsonNode value : List.of(
                JSON.numberNode(5), JSON.nullNode(), JSON.booleanNode(true), JSON.objectNode(), JSON.arrayNode())) {
            invalid(server, server.future().withArgument("reason", value), "the argument reason " + value);
        }
    }

    private static void revisionComesAlong(Server server) throws IOException {
        accepted(
                server,
                server.future().withArgument("expectedRevision", JSON.numberNode(Envelope.FUTURE)),
                "the same revision in the args as a number");
        accepted(
                server,
                server.future().withArgument("expectedRevision", JSON.textNode(Long.toString(Envelope.FUTURE))),
                "the same revision in the args as a string");
    }

    private static void revisionDisagrees(Server server) throws IOException {
        long other = Envelope.FUTURE + 1;
        invalid(
                server,
                server.future().withArgument("expectedRevision", JSON.numberNode(other)),
                "another revision in the args");
        invalid(
                server,
                server.future().withArgument("expectedRevision", JSON.textNode(Long.toString(other))),
                "another revision in the args as a string");
    }

    private static void revisionOfAnotherType(Server server) throws IOException {
        for (JsonNode value :
                List.of(JSON.nullNode(), JSON.booleanNode(true), JSON.textNode("soon"), JSON.textNode(""))) {
            invalid(server, server.future().withArgument("expectedRevision", value), "args.expectedRevision " + value);
        }
    }
}
