package build.offload.conformance.wire.rule;

import static build.offload.conformance.wire.check.Page.SPEC;
import static build.offload.conformance.wire.check.Page.WIRE_CONTRACT;

import build.offload.conformance.wire.check.Check;
import build.offload.conformance.wire.check.Envelope;
import build.offload.conformance.wire.check.Expect;
import build.offload.conformance.wire.check.Group;
import build.offload.conformance.wire.check.Need;
import build.offload.conformance.wire.check.Page;
import build.offload.conformance.wire.check.Server;
import build.offload.conformance.wire.check.Server.Posted;
import build.offload.conformance.wire.http.Answer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What a commit is, and how it is answered. */
final class CommitRules {

    private static final String ONE =
            "A 200 that is not a replay is a commit, and a commit of a verb moves the revision by exactly one.";
    private static final String RESULT = "`result` is an object per verb";
    private static final String FIELDS =
            "`result.changed` is always there, `result.pending` names what the loop still has to do.";
    private static final String NOTHING_TO_DO =
            "`admission-reconcile` always commits; `ci-reconcile` and `recall-spill` with nothing to do commit with `changed=false`.";
    private static final List<String> WITHOUT_ARGUMENTS =
            List.of("admission-reconcile", "ci-reconcile", "recall-spill");

    private CommitRules() {}

    static List<Check> all() {
        return Stream.of(every(), verbs()).flatMap(List::stream).toList();
    }

    private static List<Check> every() {
        return List.of(
                check("01", "A commit is answered with revision and result and nothing else")
                        .serves(WIRE_CONTRACT, "200 `{revision, result}` exactly")
                        .lookAt("Look at how the answer 200 of a verb is made.")
                        .by(CommitRules::exactly),
                check("02", "A commit moves the revision by exactly one")
                        .serves(WIRE_CONTRACT, ONE)
                        .lookAt("Look at what moves the revision: one verb, one step, whatever else it caused.")
                        .by(CommitRules::byOne),
                check("03", "The result says whether anything changed")
                        .serves(WIRE_CONTRACT, FIELDS)
                        .lookAt("Look at the result of this verb: changed is true or false, and always there.")
                        .by(CommitRules::changed),
                check("04", "What is pending is a list of words")
                        .serves(WIRE_CONTRACT, FIELDS)
                        .lookAt("Look at the result of this verb: pending is an array of strings.")
                        .by(CommitRules::pending),
                check("05", "The status shows the commit at once")
                        .serves(SPEC, "monotonic integer, bumped on every committed transition")
                        .lookAt("Look at what the status is read from: a copy of its own may lag behind the commit.")
                        .by(CommitRules::visible));
    }

    private static List<Check> verbs() {
        return List.of(
                check("06", "Admission may be reconciled at any time, with a reason or without")
                        .serves(WIRE_CONTRACT, NOTHING_TO_DO)
                        .lookAt("Look at the guards of admission-reconcile: it has none.")
                        .by(CommitRules::withReason),
                check("07", "Verbs with nothing to do commit")
                        .serves(WIRE_CONTRACT, NOTHING_TO_DO)
                        .lookAt("Look at the guards of ci-reconcile and recall-spill: they have none.")
                        .by(CommitRules::nothingToDo),
                check("08", "A second recall of spill changes nothing")
                        .serves(WIRE_CONTRACT, NOTHING_TO_DO)
                        .lookAt("Look at what recall-spill says it changed when there was no lease.")
                        .by(CommitRules::secondRecall),
                check("09", "The revision in the args, as the consumer's gateway carries it, does not stop a commit")
                        .serves(
                                WIRE_CONTRACT,
                                "`args.expectedRevision` may be a number or its string and must agree with the envelope")
                        .lookAt(
                                "Look at the list of arguments: expectedRevision is none of the verb's own, and allowed.")
                        .by(CommitRules::revisionComesAlong),
                check("10", "A commit is answered in JSON")
                        .serves(SPEC, "Response: **200** `{revision: number, result: {...}}` on commit")
                        .lookAt("Look at the content type of the answer.")
                        .by(server -> Expect.mediaType(
                                "application/json", server.commit().answer())),
                check("11", "The result is an object")
                        .serves(WIRE_CONTRACT, RESULT)
                        .lookAt("Look at how the answer 200 of a verb is made.")
                        .by(CommitRules::resultIsObject),
                check("12", "Verbs with nothing to do take a host")
                        .serves(
                                SPEC,
                                "| `recall-spill` | `{expectedRevision, host?}` | drain stale laptop spill lease |")
                        .needs(Need.COMMITS, Need.HOST)
                        .lookAt(
                                "Look at the list of arguments of ci-reconcile and recall-spill: host is one of theirs, and optional.")
                        .by(CommitRules::withHost));
    }

    private static NeedingCommits check(String number, String title) {
        return new NeedingCommits(Check.check(Group.CORE, "W-COMMIT-" + number, title));
    }

    /** Every check here commits. */
    private record NeedingCommits(Check.Draft draft) {
        Check.Sourced serves(Page page, String sentence) {
            return draft.serves(page, sentence).needs(Need.COMMITS);
        }
    }

    private static ObjectNode body(Posted posted) {
        return Expect.object(posted.answer());
    }

    private static void exactly(Server server) throws IOException {
        ObjectNode body = body(server.commit());
        Expect.that(
                body.size() == 2 && body.has("revision") && body.has("result"),
                "expected the keys revision and result exactly, but the body is " + body);
    }

    private static void byOne(Server server) throws IOException {
        for (String verb : WITHOUT_ARGUMENTS) {
            Posted posted = server.commit(verb, Map.of());
            JsonNode revision = body(posted).path("revision");
            Expect.that(
                    revision.isIntegralNumber() && revision.asLong() == posted.revision() + 1,
                    verb + " at revision " + posted.revision() + ": expected " + (posted.revision() + 1)
                            + ", but it is " + revision);
        }
    }

    private static void changed(Server server) throws IOException {
        for (String verb : WITHOUT_ARGUMENTS) {
            JsonNode changed =
                    body(server.commit(verb, Map.of())).path("result").path("changed");
            Expect.that(
                    changed.isBoolean(),
                    verb + ": expected result.changed to be true or false, but it is '" + changed + "'");
        }
    }

    private static void pending(Server server) throws IOException {
        for (String verb : WITHOUT_ARGUMENTS) {
            JsonNode result = body(server.commit(verb, Map.of())).path("result");
            JsonNode pending = result.path("pending");
            boolean words = pending.isArray() && pending.valueStream().allMatch(JsonNode::isTextual);
            Expect.that(
                    !result.has("pending") || words, verb + ": result.pending is not an array of strings: " + pending);
        }
    }

    private static void resultIsObject(Server server) throws IOException {
        for (String verb : WITHOUT_ARGUMENTS) {
            JsonNode result = body(server.commit(verb, Map.of())).path("result");
            Expect.that(result.isObject(), verb + ": expected result to be an object, but it is " + result);
        }
    }

    private static void visible(Server server) throws IOException {
        long committed = body(server.commit()).path("revision").asLong();
        long shown = server.revision();
        Expect.that(
                shown >= committed,
                "revision " + committed + " was committed, and after that the status shows " + shown);
    }

    private static void withReason(Server server) throws IOException {
        server.commit("admission-reconcile", Map.of("reason", "conformance check"));
        server.commit("admission-reconcile", Map.of());
    }

    private static void nothingToDo(Server server) throws IOException {
        for (String verb : List.of("ci-reconcile", "recall-spill")) {
            server.commit(verb, Map.of());
            server.commit(verb, Map.of());
        }
    }

    private static void withHost(Server server) throws IOException {
        for (String verb : List.of("ci-reconcile", "recall-spill")) {
            server.commit(verb, Map.of("host", server.host()));
        }
    }

    private static void secondRecall(Server server) throws IOException {
        server.commit("recall-spill", Map.of());
        JsonNode changed =
                body(server.commit("recall-spill", Map.of())).path("result").path("changed");
        Expect.that(!changed.asBoolean(true), "the second of two recalls says that it changed something");
    }

    private static void revisionComesAlong(Server server) throws IOException {
        Answer answer = revisionComesAlongOnce(server);
        for (int i = 1; i < Server.ATTEMPTS && answer.status() == 409; i++) {
            answer = revisionComesAlongOnce(server);
        }
        Expect.status(200, answer, "a good verb with the revision in its args as a string");
    }

    private static Answer revisionComesAlongOnce(Server server) throws IOException {
        long revision = server.revision();
        JsonNode text = JsonNodeFactory.instance.textNode(Long.toString(revision));
        Envelope envelope = Envelope.of(revision, server.newKey()).withArgument("expectedRevision", text);
        return server.send(server.verb("admission-reconcile", envelope));
    }
}
