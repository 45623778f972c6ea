package build.offload.conformance.wire.rule;

import static build.offload.conformance.wire.check.Page.SPEC;
import static build.offload.conformance.wire.check.Page.WIRE_CONTRACT;

import build.offload.conformance.wire.check.Check;
import build.offload.conformance.wire.check.Expect;
import build.offload.conformance.wire.check.Group;
import build.offload.conformance.wire.check.Need;
import build.offload.conformance.wire.check.Server;
import build.offload.conformance.wire.http.Answer;
import build.offload.conformance.wire.http.Call;
import build.offload.conformance.wire.http.Call.Framing;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.stream.Stream;

/** Who is let in. */
final class AuthenticationRules {

    private static final String EVERY_REQUEST =
            "bearer, on every request, also unknown paths, verbs and methods, before the body is read";
    private static final String ANSWER = "401, `WWW-Authenticate: Bearer`; body never echoes a token";
    private static final String FIRST_FILTER =
            "Look at where the token is checked: it has to be in front of everything else, in one place for all addresses.";

    private AuthenticationRules() {}

    static List<Check> all() {
        return Stream.of(tokens(), everywhere(), secrets(), roles())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Check> tokens() {
        return List.of(
                check("01", "A request without a token is refused")
                        .serves(SPEC, "the controller MUST require Bearer and return **401** on a missing/empty token.")
                        .lookAt(FIRST_FILTER)
                        .by(server -> refused(server, server.get("/status").without("Authorization"))),
                check("02", "The refusal names the scheme")
                        .serves(WIRE_CONTRACT, ANSWER)
                        .lookAt("Look at how the answer 401 is made: its header WWW-Authenticate must say Bearer.")
                        .by(AuthenticationRules::schemeIsNamed),
                check("03", "An empty token is refused")
                        .serves(SPEC, "the controller MUST require Bearer and return **401** on a missing/empty token.")
                        .lookAt(
                                "Look at how the token is taken from the header, and whether an empty one equals some default.")
                        .by(server -> allRefused(server, "Bearer", "Bearer ", "Bearer  ")),
                check("04", "An unknown token is refused, also one that is nearly right")
                        .serves(SPEC, "Auth: **`Authorization: Bearer <token>`** on every request")
                        .lookAt("Look at how tokens are compared: whole, and in constant time.")
                        .by(AuthenticationRules::nearlyRightIsWrong),
                check("05", "The token counts only under the scheme Bearer")
                        .serves(SPEC, "Auth: **`Authorization: Bearer <token>`** on every request")
                        .lookAt("Look at how the header Authorization is split into scheme and token.")
                        .by(AuthenticationRules::otherSchemes),
                check("06", "A token in the address or in a cookie is not accepted")
                        .serves(SPEC, "Auth: **`Authorization: Bearer <token>`** on every request")
                        .lookAt("Look for a second way to hand a token in; addresses end up in logs.")
                        .by(AuthenticationRules::otherPlaces));
    }

    private static List<Check> everywhere() {
        return List.of(
                check("07", "Unknown addresses ask for the token first")
                        .serves(WIRE_CONTRACT, EVERY_REQUEST)
                        .lookAt(FIRST_FILTER)
                        .by(server -> allRefused(server, "GET", List.of("/", "/nope", "/api/nope", "/favicon.ico"))),
                check("08", "Other methods ask for the token first")
                        .serves(WIRE_CONTRACT, EVERY_REQUEST)
                        .lookAt(FIRST_FILTER)
                        .by(AuthenticationRules::otherMethods),
                check("09", "Unknown verbs ask for the token first")
                        .serves(WIRE_CONTRACT, EVERY_REQUEST)
                        .lookAt(FIRST_FILTER)
                        .by(server -> allRefused(server, "POST", List.of("/transition/nope", "/transition/"))),
                check("10", "A verb without a token is refused")
                        .serves(
                                SPEC,
                                "Endpoint: `POST /transition/:verb` on the controller (127.0.0.1, `Authorization: Bearer <token>`).")
                        .lookAt(FIRST_FILTER)
                        .by(server -> refused(server, goodVerb(server).without("Authorization"))),
                check("11", "The token is judged before the body is read")
                        .serves(WIRE_CONTRACT, EVERY_REQUEST)
                        .lookAt(
                                "Look at what reads the body: whoever has no token must not make the server wait for one.")
                        .by(AuthenticationRules::bodyIsNotAskedFor),
                check("12", "The token is judged before the body is")
                        .serves(WIRE_CONTRACT, EVERY_REQUEST)
                        .lookAt(
                                "Look at the order of the checks: size, content type and text of the body come after the token.")
                        .by(AuthenticationRules::bodyIsNotJudged),
                check("13", "The token is judged before the header Host")
                        .serves(WIRE_CONTRACT, EVERY_REQUEST)
                        .lookAt("Look at the order of the checks: the token is step 1, Host and Origin are step 2.")
                        .by(server -> refused(
                                server,
                                server.get("/status")
                                        .with("Host", "evil.example")
                                        .without("Authorization"))));
    }

    private static List<Check> secrets() {
        return List.of(
                check("14", "A token that is not known is not repeated")
                        .serves(WIRE_CONTRACT, ANSWER)
                        .lookAt("Look at what the texts of refusals repeat from the request.")
                        .by(AuthenticationRules::unknownTokenIsNotRepeated),
                check("15", "The token that was accepted is not repeated")
                        .serves(WIRE_CONTRACT, ANSWER)
                        .lookAt("Look at what the texts of refusals repeat from the body of a request.")
                        .by(AuthenticationRules::knownTokenIsNotRepeated),
                check("16", "The metrics ask for the token")
                        .serves(WIRE_CONTRACT, EVERY_REQUEST)
                        .lookAt("Look at how /metrics is registered: a scraper has to bring the token as well.")
                        .by(server -> refused(server, server.get("/metrics").without("Authorization"))));
    }

    private static List<Check> roles() {
        return List.of(
                check("17", "A token of the role deck reads the status")
                        .serves(WIRE_CONTRACT, "`deck` (`/status`, `/api/v1/query`, the eight verbs)")
                        .needs(Need.DECK_TOKEN)
                        .lookAt("Look at the token's role and at what that role reaches.")
                        .by(server -> Expect.status(
                                200, server.send(asDeck(server, server.get("/status"))), "GET /status as deck")),
                check("18", "A token of the role deck reaches the verbs")
                        .serves(WIRE_CONTRACT, "`deck` (`/status`, `/api/v1/query`, the eight verbs)")
                        .needs(Need.DECK_TOKEN)
                        .lookAt("Look at the token's role and at what that role reaches.")
                        .by(server -> Expect.status(
                                409,
                                server.send(asDeck(server, goodVerb(server))),
                                "a verb as deck, expecting a future revision")),
                check("19", "A token outside its role is answered like an unknown one")
                        .serves(WIRE_CONTRACT, "outside its role a token is answered 401 like an unknown one")
                        .needs(Need.DECK_TOKEN)
                        .lookAt("Look at the answer to a known token without the role: it must not differ in anything.")
                        .by(AuthenticationRules::outsideItsRole));
    }

    private static Check.Draft check(String number, String title) {
        return Check.check(Group.CORE, "W-AUTH-" + number, title);
    }

    private static Call goodVerb(Server server) {
        return server.verb("admission-reconcile", server.future());
    }

    private static Call asDeck(Server server, Call call) {
        return call.with("Authorization", "Bearer " + server.deckToken());
    }

    private static void refused(Server server, Call call) throws IOException {
        Expect.status(401, server.send(call), call.method() + " " + call.target() + " without a valid token");
    }

    private static void allRefused(Server server, String... authorizations) throws IOException {
        for (String authorization : authorizations) {
            Answer answer = server.send(server.get("/status").with("Authorization", authorization));
            Expect.status(401, answer, "a request with another Authorization");
        }
    }

    private static void allRefused(Server server, String method, List<String> paths) throws IOException {
        for (String path : paths) {
            refused(server, Call.of(method, path));
        }
    }

    private static void schemeIsNamed(Server server) throws IOException {
        Answer answer = server.send(Call.of("GET", "/status"));
        String scheme = answer.header("WWW-Authenticate").orElse("");
        Expect.that(
                scheme.regionMatches(true, 0, "Bearer", 0, "Bearer".length()),
                "expected the header WWW-Authenticate: Bearer on 401, but it is '" + scheme + "'");
    }

    private static void nearlyRightIsWrong(Server server) throws IOException {
        String token = server.target().token();
        allRefused(
                server,
                "Bearer " + server.newKey(),
                "Bearer " + token + "x",
                "Bearer " + token.substring(0, token.length() - 1));
    }

    private static void otherSchemes(Server server) throws IOException {
        String token = server.target().token();
        byte[] pair = (":" + token).getBytes(StandardCharsets.UTF_8);
        allRefused(
                server, token, "Token " + token, "Basic " + Base64.getEncoder().encodeToString(pair));
    }

    private static void otherPlaces(Server server) throws IOException {
        String token = URLEncoder.encode(server.target().token(), StandardCharsets.UTF_8);
        refused(server, Call.of("GET", "/status?token=" + token));
        refused(server, Call.of("GET", "/status?access_token=" + token));
        refused(server, Call.of("GET", "/status").with("Cookie", "token=" + token));
    }

    private static void otherMethods(Server server) throws IOException {
        for (String method : List.of("HEAD", "OPTIONS", "PUT", "DELETE", "PATCH")) {
            refused(server, Call.of(method, "/status"));
            refused(server, Call.of(method, "/transition/box-drain"));
        }
        refused(server, Call.of("GET", "/transition/box-drain"));
    }

    private static void bodyIsNotAskedFor(Server server) throws IOException {
        Call withheld = goodVerb(server).without("Authorization").framed(Framing.WITHHELD);
        Answer answer = server.send(withheld);
        Expect.status(401, answer, "a verb without a token, whose body is not sent");
        Expect.that(
                answer.interim().isEmpty(),
                "the server asked for the body (status " + answer.interim() + ") before it refused the request");
    }

    private static void bodyIsNotJudged(Server server) throws IOException {
        Call bare = server.post("/transition/admission-reconcile", "{").without("Authorization");
        refused(server, bare);
        refused(server, bare.with("Content-Type", "application/x-www-form-urlencoded"));
        refused(server, bare.carrying(new byte[(64 << 10) + 1]));
    }

    private static void unknownTokenIsNotRepeated(Server server) throws IOException {
        String token = server.newKey();
        Call bare = server.post("/transition/" + token + "?token=" + token, "{\"" + token + "\":1}");
        for (Call call : List.of(
                bare.with("Authorization", "Bearer " + token),
                Call.of("GET", "/" + token).with("Authorization", token))) {
            Answer answer = server.send(call);
            Expect.that(!answer.text().contains(token), "the body repeats the token that was sent");
        }
    }

    private static void knownTokenIsNotRepeated(Server server) throws IOException {
        String token = server.target().token();
        String envelope = server.future().toString();
        String named = TextNode.valueOf(token).toString();
        String stray = envelope.replaceFirst("\\{", "{" + Matcher.quoteReplacement(named) + ":1,");
        for (String body : List.of(stray, envelope.replace("\"args\":{}", "\"args\":{" + named + ":1}"), "{" + named)) {
            Answer answer = server.send(server.post("/transition/admission-reconcile", body));
            Expect.that(!answer.text().contains(token), "the body repeats the token that was sent");
        }
    }

    private static void outsideItsRole(Server server) throws IOException {
        Call call = server.get("/api/offload/v1/health");
        Answer outside = server.send(asDeck(server, call));
        Answer unknown = server.send(call.with("Authorization", "Bearer " + server.newKey()));
        Expect.status(401, outside, "the operator API as deck");
        Expect.that(
                outside.text().equals(unknown.text()),
                "the answer to a token outside its role differs from that to an unknown one: " + outside.text());
    }
}
