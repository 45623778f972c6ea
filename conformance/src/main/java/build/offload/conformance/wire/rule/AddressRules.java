package build.offload.conformance.wire.rule;

import static build.offload.conformance.wire.check.Page.SPEC;
import static build.offload.conformance.wire.check.Page.WIRE_CONTRACT;

import build.offload.conformance.wire.check.Check;
import build.offload.conformance.wire.check.Expect;
import build.offload.conformance.wire.check.Group;
import build.offload.conformance.wire.check.Server;
import build.offload.conformance.wire.check.Verbs;
import build.offload.conformance.wire.http.Answer;
import build.offload.conformance.wire.http.Call;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Which server is meant, and what of it: Host, Origin, paths, verbs, methods. */
final class AddressRules {

    private static final String NAMES_US = "`Host` (and `Origin` where sent) names this loopback server";
    private static final String UNKNOWN_OR_NOT_ALLOWED = "404 `{error:\"unknown-verb\"}`; 405 with `Allow`";
    private static final String REBINDING =
            "Look at the check of Host and Origin. Without it a web page can reach the server through a name of its own that leads here.";

    private AddressRules() {}

    static List<Check> all() {
        return Stream.of(hosts(), verbs()).flatMap(List::stream).toList();
    }

    private static List<Check> hosts() {
        return List.of(
                check("W-HOST-01", "A request for another host is misdirected")
                        .serves(WIRE_CONTRACT, NAMES_US)
                        .lookAt(REBINDING)
                        .by(AddressRules::foreignHost),
                check("W-HOST-02", "A request from a page of another origin is misdirected")
                        .serves(WIRE_CONTRACT, NAMES_US)
                        .lookAt(REBINDING)
                        .by(AddressRules::foreignOrigin),
                check("W-HOST-03", "The server's own origin is let in")
                        .serves(WIRE_CONTRACT, NAMES_US)
                        .lookAt(
                                "Look at what Origin is compared with: scheme, name and port of the address the client used.")
                        .by(AddressRules::ownOrigin),
                check("W-HOST-04", "Host is judged before the verb")
                        .serves(WIRE_CONTRACT, NAMES_US)
                        .lookAt("Look at the order of the checks: Host and Origin are step 2, the verb is step 3.")
                        .by(server -> Expect.status(
                                421,
                                server.send(server.post("/transition/nope", "{").with("Host", "evil.example")),
                                "an unknown verb for another host")));
    }

    private static List<Check> verbs() {
        return List.of(
                check("W-VERB-01", "An unknown verb is told so")
                        .serves(WIRE_CONTRACT, UNKNOWN_OR_NOT_ALLOWED)
                        .lookAt(
                                "Look at how a verb is found by its name: exactly, with no other spelling and nothing behind it.")
                        .by(AddressRules::unknownVerb),
                check("W-VERB-02", "An unknown verb is told so whatever its body is")
                        .serves(WIRE_CONTRACT, "verb known, method POST")
                        .lookAt("Look at the order of the checks: the verb is step 3, the body is step 4.")
                        .by(server -> Expect.status(
                                404,
                                server.send(server.post("/transition/nope", "{")),
                                "an unknown verb with a broken body")),
                check("W-VERB-03", "All eight verbs are known")
                        .serves(
                                SPEC,
                                "Verbs: `box-drain`, `box-restore`, `host-quarantine`, `host-unquarantine`, `admission-reconcile`, `job-retry` (typed infra failure only), `ci-reconcile`, `recall-spill`.")
                        .lookAt("Look at the list of verbs.")
                        .by(AddressRules::knownVerbs),
                check("W-VERB-04", "A verb takes no method but POST")
                        .serves(WIRE_CONTRACT, UNKNOWN_OR_NOT_ALLOWED)
                        .lookAt("Look at how the verbs are registered, and at what answers other methods.")
                        .by(AddressRules::otherMethods),
                check("W-VERB-05", "The refusal of a method names the allowed one")
                        .serves(WIRE_CONTRACT, UNKNOWN_OR_NOT_ALLOWED)
                        .lookAt("Look at how the answer 405 is made: its header Allow lists the methods.")
                        .by(AddressRules::allowed),
                check("W-VERB-06", "An unknown verb is told so whatever the method is")
                        .serves(WIRE_CONTRACT, UNKNOWN_OR_NOT_ALLOWED)
                        .lookAt("Look at the order of the checks: whether the verb is known comes before the method.")
                        .by(server -> Expect.bareRefusal(
                                404,
                                "unknown-verb",
                                server.send(server.get("/transition/nope")),
                                "GET /transition/nope")),
                check("W-VERB-07", "An address where nothing is served is told so")
                        .serves(WIRE_CONTRACT, "Only these eight verbs live under `/transition/`.")
                        .lookAt("Look at what answers an address that no handler takes.")
                        .by(AddressRules::unknownAddress));
    }

    private static Check.Draft check(String id, String title) {
        return Check.check(Group.CORE, id, title);
    }

    private static void foreignHost(Server server) throws IOException {
        for (String host : List.of("evil.example", "evil.example:8787", "127.0.0.1.evil.example")) {
            Answer answer = server.send(server.get("/status").with("Host", host));
            Expect.bareRefusal(421, "misdirected", answer, "a request with Host: " + host);
        }
    }

    private static void foreignOrigin(Server server) throws IOException {
        for (String origin : List.of("http://evil.example", "https://evil.example", "null")) {
            Answer answer = server.send(server.get("/status").with("Origin", origin));
            Expect.bareRefusal(421, "misdirected", answer, "a request with Origin: " + origin);
        }
    }

    private static void ownOrigin(Server server) throws IOException {
        String origin = "http://" + server.target().url().getRawAuthority();
        Expect.status(
                200, server.send(server.get("/status").with("Origin", origin)), "a request with Origin: " + origin);
    }

    private static void unknownVerb(Server server) throws IOException {
        for (String verb : List.of("nope", "ADMISSION-RECONCILE", "admission-reconcile/x", "admission_reconcile")) {
            Answer answer = server.send(server.verb(verb, server.future()));
            Expect.bareRefusal(404, "unknown-verb", answer, "the verb " + verb);
        }
    }

    private static void knownVerbs(Server server) throws IOException {
        for (String verb : Verbs.ALL) {
            Answer answer = server.send(server.verb(verb, server.future()));
            Expect.status(409, answer, "the verb " + verb + ", expecting a future revision");
        }
    }

    private static void otherMethods(Server server) throws IOException {
        for (String method : List.of("GET", "PUT", "DELETE", "PATCH")) {
            Call call = server.call(method, "/transition/admission-reconcile");
            Expect.status(405, server.send(call), method + " on a verb");
        }
    }

    private static void allowed(Server server) throws IOException {
        String allow = server.send(server.get("/transition/admission-reconcile"))
                .header("Allow")
                .orElse("");
        Expect.that(
                Arrays.stream(allow.toUpperCase(Locale.ROOT).split(","))
                        .map(String::strip)
                        .anyMatch("POST"::equals),
                "expected the header Allow to name POST on 405, but it is '" + allow + "'");
    }

    private static void unknownAddress(Server server) throws IOException {
        for (String path : List.of("/", "/nope", "/status/nope", "/transition")) {
            Expect.status(404, server.send(server.get(path)), "GET " + path);
        }
    }
}
