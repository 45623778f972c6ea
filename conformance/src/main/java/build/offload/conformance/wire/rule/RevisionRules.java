package build.offload.conformance.wire.rule;

import static build.offload.conformance.wire.check.Page.SPEC;
import static build.offload.conformance.wire.check.Page.WIRE_CONTRACT;

import build.offload.conformance.wire.check.Check;
import build.offload.conformance.wire.check.Envelope;
import build.offload.conformance.wire.check.Expect;
import build.offload.conformance.wire.check.Group;
import build.offload.conformance.wire.check.Need;
import build.offload.conformance.wire.check.NotApplicable;
import build.offload.conformance.wire.check.Server;
import build.offload.conformance.wire.check.Server.Posted;
import build.offload.conformance.wire.check.Verbs;
import build.offload.conformance.wire.http.Answer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;

/** The revision that a caller expects. */
final class RevisionRules {

    private static final String EQUAL =
            "`expectedRevision` equals the revision; a future one is as wrong as an old one";
    private static final String EXACT = "409 `{error:\"stale-revision\", currentRevision}` exactly";
    private static final String COMPARISON =
            "Look at how expectedRevision is compared: equal or stale, inside the transaction that would commit.";

    private RevisionRules() {}

    static List<Check> all() {
        return List.of(
                check("01", "An old revision is stale")
                        .serves(SPEC, "Stale `expectedRevision` → **409, no-op** (never a partial apply).")
                        .needs(Need.COMMITS)
                        .lookAt(COMPARISON)
                        .by(RevisionRules::oldIsStale),
                check("02", "A future revision is stale")
                        .serves(WIRE_CONTRACT, EQUAL)
                        .lookAt(COMPARISON)
                        .by(RevisionRules::futureIsStale),
                check("03", "Revision 0 is a number like any other")
                        .serves(WIRE_CONTRACT, EQUAL)
                        .lookAt("Look for a test that takes 0 for no revision at all.")
                        .by(RevisionRules::zeroIsStale),
                check("04", "The answer to a stale revision names the current one and nothing else")
                        .serves(WIRE_CONTRACT, EXACT)
                        .lookAt(
                                "Look at how the answer 409 is made: the keys error and currentRevision, the latter as a number.")
                        .by(RevisionRules::staleIsExact),
                check("05", "The current revision in that answer is the one of the status")
                        .serves(WIRE_CONTRACT, EXACT)
                        .lookAt(
                                "Look at where the answer 409 takes the revision from: what was read in the same transaction.")
                        .by(RevisionRules::staleNamesTheCurrentOne),
                check("06", "A stale revision changes nothing and leaves the key free")
                        .serves(WIRE_CONTRACT, "Only step 9 stores the key. 409, 422, 403 and 503 leave it free.")
                        .needs(Need.COMMITS)
                        .lookAt("Look at when the idempotency key is stored: with the commit, and never before.")
                        .by(RevisionRules::staleLeavesTheKeyFree),
                check("07", "The revision is judged before the arguments")
                        .serves(WIRE_CONTRACT, EQUAL)
                        .lookAt(
                                "Look at the order of the checks: the revision is step 6, the arguments of the verb are step 7.")
                        .by(RevisionRules::revisionComesBeforeArguments));
    }

    private static Check.Draft check(String number, String title) {
        return Check.check(Group.CORE, "W-REV-" + number, title);
    }

    private static void stale(Server server, Envelope envelope, String of) throws IOException {
        Answer answer = server.send(server.verb(Verbs.HARMLESS, envelope));
        Expect.refusal(409, "stale-revision", answer, of);
    }

    private static void oldIsStale(Server server) throws IOException {
        long revision = server.commit().revision();
        stale(
                server,
                Envelope.of(revision, server.newKey()),
                "a verb that expects the revision before the last commit");
    }

    private static void futureIsStale(Server server) throws IOException {
        stale(server, server.future(), "a verb that expects a future revision");
        JsonNode huge = BigIntegerNode.valueOf(BigInteger.TEN.pow(25));
        stale(server, server.future().with("expectedRevision", huge), "a verb that expects the revision 10^25");
    }

    private static void zeroIsStale(Server server) throws IOException {
        if (server.revision() == 0) {
            throw new NotApplicable("the revision is 0, so nothing is older");
        }
        stale(server, Envelope.of(0, server.newKey()), "a verb that expects revision 0");
    }

    private static void staleIsExact(Server server) throws IOException {
        Answer answer = server.send(server.verb(Verbs.HARMLESS, server.future()));
        Expect.status(409, answer, "a verb that expects a future revision");
        ObjectNode body = Expect.object(answer);
        Expect.that(
                body.size() == 2
                        && body.path("error").asText().equals("stale-revision")
                        && body.path("currentRevision").isIntegralNumber(),
                "expected {\"error\":\"stale-revision\",\"currentRevision\":<number>} exactly, but the body is "
                        + body);
    }

    private static void staleNamesTheCurrentOne(Server server) throws IOException {
        long before = server.revision();
        Answer answer = server.send(server.verb(Verbs.HARMLESS, server.future()));
        long after = server.revision();
        long named = Expect.object(answer).path("currentRevision").asLong(-1);
        Expect.that(
                before <= named && named <= after,
                "the status showed revision " + before + " before and " + after + " after, but 409 says " + named);
    }

    private static void staleLeavesTheKeyFree(Server server) throws IOException {
        String key = server.newKey();
        stale(server, Envelope.of(Envelope.FUTURE, key), "a verb that expects a future revision");
        Posted posted = server.current(Verbs.HARMLESS, key, Map.of());
        Expect.status(200, posted.answer(), "the same key with the current revision");
        Expect.that(
                posted.answer().header("Idempotency-Replayed").isEmpty(),
                "the key was taken by a request that was refused as stale");
        Expect.that(
                Expect.object(posted.answer()).path("revision").asLong() == posted.revision() + 1,
                "the same key with the current revision did not commit at that revision");
    }

    private static void revisionComesBeforeArguments(Server server) throws IOException {
        stale(
                server,
                server.future().withArguments(Map.of("surprise", "x")),
                "a future revision with an argument that the verb does not have");
        Answer answer = server.send(server.verb("box-drain", server.future()));
        Expect.refusal(409, "stale-revision", answer, "a future revision without the argument that the verb needs");
    }
}
