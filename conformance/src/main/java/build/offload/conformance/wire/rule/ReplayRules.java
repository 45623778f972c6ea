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
import build.offload.conformance.wire.http.Call;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What a second request with the same idempotency key gets. */
final class ReplayRules {

    private static final String STORED =
            "200, the stored body byte for byte (header `Idempotency-Replayed: true`), whatever verb, args or revision came with it";
    private static final String PRECEDENCE =
            "A replayed `idempotencyKey` returns its prior committed result **even if `revision` has since advanced**";
    private static final String ORDER =
            "Look at the order of the checks: whether the key was committed is step 5, before revision and arguments.";
    private static final int RUNNERS = 8;

    private ReplayRules() {}

    static List<Check> all() {
        return Stream.of(stored(), marked()).flatMap(List::stream).toList();
    }

    private static List<Check> stored() {
        return List.of(
                check("01", "A repeated request gets the stored answer byte for byte")
                        .serves(WIRE_CONTRACT, STORED)
                        .needs(Need.COMMITS)
                        .lookAt(
                                "Look at what is stored with the key: the bytes of the answer, not what they were made from.")
                        .by(server -> {
                            Posted first = server.commit();
                            same(first, server.send(first.call()), "the same request again");
                        }),
                check("02", "It gets that also after the revision has moved")
                        .serves(SPEC, PRECEDENCE)
                        .needs(Need.COMMITS)
                        .lookAt(ORDER)
                        .by(server -> {
                            Posted first = server.commit();
                            server.commit();
                            same(first, server.send(first.call()), "the same request after another commit");
                        }),
                check("03", "It gets that also with another verb")
                        .serves(WIRE_CONTRACT, STORED)
                        .needs(Need.COMMITS)
                        .lookAt("Look at what a key is looked up by: by itself, and not together with the verb.")
                        .by(server -> {
                            Posted first = server.commit();
                            Envelope envelope = Envelope.of(first.revision(), first.key());
                            same(
                                    first,
                                    server.send(server.verb(Verbs.ALSO_HARMLESS, envelope)),
                                    "the key with another verb");
                        }),
                check("04", "It gets that also with other arguments")
                        .serves(WIRE_CONTRACT, STORED)
                        .needs(Need.COMMITS)
                        .lookAt(ORDER)
                        .by(server -> {
                            Posted first = server.commit();
                            Envelope envelope =
                                    Envelope.of(first.revision(), first.key()).withArguments(Map.of("surprise", "x"));
                            same(
                                    first,
                                    server.send(server.verb(Verbs.HARMLESS, envelope)),
                                    "the key with other arguments");
                        }),
                check("05", "It gets that also with another revision")
                        .serves(WIRE_CONTRACT, STORED)
                        .needs(Need.COMMITS)
                        .lookAt(ORDER)
                        .by(server -> {
                            Posted first = server.commit();
                            Envelope envelope = Envelope.of(Envelope.FUTURE, first.key());
                            same(
                                    first,
                                    server.send(server.verb(Verbs.HARMLESS, envelope)),
                                    "the key with a future revision");
                        }));
    }

    private static List<Check> marked() {
        return List.of(
                check("06", "A replay says that it is one")
                        .serves(WIRE_CONTRACT, STORED)
                        .needs(Need.COMMITS)
                        .lookAt("Look at the header Idempotency-Replayed of a replay: it says true.")
                        .by(ReplayRules::replayIsMarked),
                check("07", "A commit does not say that it is a replay")
                        .serves(WIRE_CONTRACT, "A 200 that is not a replay is a commit")
                        .needs(Need.COMMITS)
                        .lookAt("Look at where the header Idempotency-Replayed is set: on replays alone.")
                        .by(server -> Expect.that(
                                server.commit()
                                        .answer()
                                        .header("Idempotency-Replayed")
                                        .isEmpty(),
                                "the first request with a new key is marked as a replay")),
                check("08", "A replay is not executed")
                        .serves(SPEC, "Replayed `idempotencyKey` → return the prior result, **no re-execute**.")
                        .needs(Need.COMMITS)
                        .lookAt(
                                "Look at what a replay does besides returning what is stored; the revision must not move.")
                        .by(ReplayRules::replayMovesNothing),
                check("09", "Parallel requests with one key are one commit, and all get its answer")
                        .serves(WIRE_CONTRACT, "Parallel posts with one key: one commits, all get its answer.")
                        .needs(Need.COMMITS)
                        .lookAt(
                                "Look at what lies between looking the key up and storing it: one transaction must hold both.")
                        .by(ReplayRules::parallel),
                check("10", "A broken envelope is refused also when its key is known")
                        .serves(WIRE_CONTRACT, "200, the stored body byte for byte")
                        .needs(Need.COMMITS)
                        .lookAt("Look at the order of the checks: the envelope is step 4, the replay is step 5.")
                        .by(ReplayRules::envelopeComesFirst));
    }

    private static Check.Draft check(String number, String title) {
        return Check.check(Group.CORE, "W-REPLAY-" + number, title);
    }

    private static void same(Posted first, Answer again, String of) {
        Expect.status(200, again, of);
        Expect.that(
                Arrays.equals(first.answer().body(), again.body()),
                of + ": expected the first answer, " + first.answer().text() + ", byte for byte, but it is "
                        + again.text());
    }

    private static void replayIsMarked(Server server) throws IOException {
        Answer again = server.send(server.commit().call());
        String mark = again.header("Idempotency-Replayed").orElse("");
        Expect.that(
                mark.equals("true"),
                "expected the header Idempotency-Replayed: true on a replay, but it is '" + mark + "'");
    }

    /** Others may move the revision meanwhile, so it takes one undisturbed attempt of several. */
    private static void replayMovesNothing(Server server) throws IOException {
        for (int i = 0; i < Server.ATTEMPTS; i++) {
            Posted first = server.commit();
            server.send(first.call());
            Call next = server.verb(Verbs.HARMLESS, Envelope.of(first.revision() + 1, server.newKey()));
            if (server.send(next).status() == 200) {
                return;
            }
        }
        Expect.that(false, "after a commit and its replay the revision was never the one of the commit");
    }

    private static void parallel(Server server) throws IOException {
        for (int i = 0; i < Server.ATTEMPTS; i++) {
            Envelope envelope = Envelope.of(server.revision(), server.newKey());
            List<Answer> answers = server.race(server.verb(Verbs.HARMLESS, envelope), RUNNERS);
            if (answers.stream().anyMatch(answer -> answer.status() != 409)) {
                oneCommit(answers);
                return;
            }
        }
        throw new NotApplicable("others moved the revision before every attempt");
    }

    private static void oneCommit(List<Answer> answers) {
        answers.forEach(answer -> Expect.status(200, answer, "one of " + RUNNERS + " parallel requests with one key"));
        long bodies = answers.stream().map(Answer::text).distinct().count();
        Expect.that(bodies == 1, RUNNERS + " parallel requests with one key got " + bodies + " different answers");
        long commits = answers.stream()
                .filter(answer -> answer.header("Idempotency-Replayed").isEmpty())
                .count();
        Expect.that(
                commits == 1, commits + " of " + RUNNERS + " parallel requests with one key are not marked as replays");
    }

    private static void envelopeComesFirst(Server server) throws IOException {
        Posted first = server.commit();
        Envelope envelope =
                Envelope.of(first.revision(), first.key()).with("actor", JsonNodeFactory.instance.textNode("x"));
        Expect.refusal(
                422,
                "invalid-args",
                server.send(server.verb(Verbs.HARMLESS, envelope)),
                "a known key in an envelope with a field 'actor'");
    }
}
