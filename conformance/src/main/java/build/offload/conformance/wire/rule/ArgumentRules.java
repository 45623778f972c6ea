package build.offload.conformance.wire.rule;

import static build.offload.conformance.wire.check.Page.SPEC;
import static build.offload.conformance.wire.check.Page.WIRE_CONTRACT;

import build.offload.conformance.wire.check.Check;
import build.offload.conformance.wire.check.Expect;
import build.offload.conformance.wire.check.Group;
import build.offload.conformance.wire.check.Need;
import build.offload.conformance.wire.check.Server;
import build.offload.conformance.wire.check.Server.Posted;
import build.offload.conformance.wire.check.Verbs;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** The arguments of the verbs. What is refused here could harm nothing if it were not. */
final class ArgumentRules {

    private static final String ARGUMENTS =
            "args of this verb: required present, none unknown, each a non-empty string; then guards";
    private static final String GUARDS = "**422** `{error:\"invalid-args\", detail}` on schema/guard failure";
    private static final String NOBODY = "no-such-host-of-the-conformance-suite";
    private static final String LIST_OF_ARGUMENTS = "Look at the list of arguments that each verb has.";

    private ArgumentRules() {}

    static List<Check> all() {
        return List.of(
                check("01", "An argument that the verb does not have is refused")
                        .serves(WIRE_CONTRACT, ARGUMENTS)
                        .lookAt(LIST_OF_ARGUMENTS)
                        .by(server -> invalid(server, "admission-reconcile", Map.of("surprise", "x"))),
                check("02", "A missing argument is refused")
                        .serves(WIRE_CONTRACT, ARGUMENTS)
                        .lookAt(LIST_OF_ARGUMENTS)
                        .by(ArgumentRules::missing),
                check("03", "An empty argument is refused")
                        .serves(WIRE_CONTRACT, ARGUMENTS)
                        .lookAt(
                                "Look at how the arguments are read: an empty string is no value, not even for an optional one.")
                        .by(ArgumentRules::empty),
                check("04", "An unknown host is refused")
                        .serves(SPEC, GUARDS)
                        .lookAt("Look at the guard that looks the host up.")
                        .by(ArgumentRules::unknownHost),
                check("05", "An unknown job is refused")
                        .serves(SPEC, GUARDS)
                        .lookAt("Look at the guard that looks the job up.")
                        .by(server -> invalid(server, "job-retry", Map.of("jobId", "0".repeat(64)))),
                check("06", "Invalid arguments change nothing and leave the key free")
                        .serves(WIRE_CONTRACT, "Only step 9 stores the key. 409, 422, 403 and 503 leave it free.")
                        .needs(Need.COMMITS)
                        .lookAt("Look at when the idempotency key is stored: with the commit, and never before.")
                        .by(ArgumentRules::keyStaysFree),
                check("07", "The refusal of an argument says what is wrong, for programs and for people")
                        .serves(WIRE_CONTRACT, "`detail` is an object `{code, message, …}`")
                        .lookAt("Look at how the guards say what is wrong: detail has the strings code and message.")
                        .by(server -> Detail.expect(invalid(server, "box-drain", Map.of("host", NOBODY))
                                .answer())));
    }

    private static Check.Draft check(String number, String title) {
        return Check.check(Group.CORE, "W-ARGS-" + number, title);
    }

    private static Posted invalid(Server server, String verb, Map<String, String> args) throws IOException {
        Posted posted = server.current(verb, server.newKey(), args);
        Expect.refusal(422, "invalid-args", posted.answer(), verb + " with the arguments " + args);
        return posted;
    }

    private static void missing(Server server) throws IOException {
        for (String verb : List.of("box-drain", "box-restore", "job-retry")) {
            invalid(server, verb, Map.of());
        }
        for (String verb : List.of("host-quarantine", "host-unquarantine")) {
            invalid(server, verb, Map.of("host", NOBODY));
            invalid(server, verb, Map.of("command", "sh"));
        }
    }

    private static void empty(Server server) throws IOException {
        invalid(server, "admission-reconcile", Map.of("reason", ""));
        invalid(server, "box-drain", Map.of("host", ""));
    }

    private static void unknownHost(Server server) throws IOException {
        invalid(server, "box-drain", Map.of("host", NOBODY));
        invalid(server, "box-restore", Map.of("host", NOBODY));
        invalid(server, "host-quarantine", Map.of("host", NOBODY, "command", "sh"));
        invalid(server, "host-unquarantine", Map.of("host", NOBODY, "command", "sh"));
    }

    private static void keyStaysFree(Server server) throws IOException {
        Posted refused = invalid(server, "box-drain", Map.of("host", NOBODY));
        Posted posted = server.current(Verbs.HARMLESS, refused.key(), Map.of());
        Expect.status(200, posted.answer(), "the key of a refused request in a good one");
        Expect.that(
                posted.answer().header("Idempotency-Replayed").isEmpty(),
                "the key was taken by a request whose arguments were refused");
        Expect.that(
                Expect.object(posted.answer()).path("revision").asLong() == posted.revision() + 1,
                "the key of a refused request did not commit at the current revision");
    }
}
