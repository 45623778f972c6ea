package build.offload.plugin.http;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.spi.frontend.AccessGuard.Role;
import build.offload.spi.frontend.AccessGuard.Scope;
import build.offload.spi.frontend.Controller.VerbCall;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rows of the wire contract's "Order on POST /transition/:verb", each alone and against the next. */
class TransitionOrderTest extends ServedTest {

    private static final String DRAIN = "/transition/box-drain";
    private static final String GOOD =
            "{\"expectedRevision\":7,\"idempotencyKey\":\"k\",\"args\":{\"host\":\"debian1\"}}";
    private static final String NOT_JSON = "{\"expectedRevision\":";
    private static final String WRONG_SHAPE = "{\"expectedRevision\":7}";

    @ParameterizedTest
    @MethodSource("verbs")
    void aGoodRequestReachesTheController(String verb) throws IOException {
        Response response = send(Call.post("/transition/" + verb, GOOD));

        assertThat(response.status()).isEqualTo(200);
        assertThat(controller.verbs).containsExactly(new VerbCall(verb, 7, "k", Map.of("host", "debian1")));
        assertThat(controller.callers).singleElement().matches(caller -> caller.role() == Role.OPERATOR);
        assertThat(guard.scopes).containsExactly(Scope.TRANSITION);
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "unknown", "query", "twice", "basic"})
    void withoutAKnownBearerNothingElseIsLookedAt(String kind) throws IOException {
        Call call = Call.post(DRAIN, GOOD).without("Authorization");
        Call bad = switch (kind) {
            case "unknown" -> call.with("Authorization", "Bearer wrong");
            case "query" ->
                Call.post(DRAIN + "?token=" + FakeGuard.OPERATOR, GOOD).without("Authorization");
            case "twice" ->
                call.with("Authorization", "Bearer " + FakeGuard.OPERATOR).with("authorization", "Bearer x");
            case "basic" -> call.with("Authorization", "Basic " + FakeGuard.OPERATOR);
            default -> call;
        };

        Response response = send(bad);

        assertThat(response.status()).isEqualTo(401);
        assertThat(response.header("WWW-Authenticate")).hasValue("Bearer");
        assertThat(response.json().path("error").asText()).isEqualTo("unauthenticated");
        assertThat(controller.verbs).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /transition/box-drain",
                "POST /transition/nope",
                "GET /transition/box-drain",
                "BREW /transition/nope",
                "GET /status",
                "GET /metrics",
                "GET /livez",
                "GET /readyz",
                "HEAD /status",
                "DELETE /status",
                "GET /",
                "GET /nope",
                "OPTIONS /nope",
                "GET /api/offload/v1/openapi.json",
                "POST /api/offload/v1/jobs",
                "GET /api/offload/v1/nope",
                "GET //status",
                "GET /transition/../status",
                "GET /%2e%2e/status"
            })
    void theBearerIsAskedForEverywhere(String line) throws IOException {
        String[] parts = line.split(" ");

        Response response = send(Call.of(parts[0], parts[1], new byte[0]).without("Authorization"));

        assertThat(response.status()).isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {NOT_JSON, WRONG_SHAPE, GOOD})
    void theBearerComesBeforeTheBody(String body) throws IOException {
        Response response = send(Call.post(DRAIN, body).without("Authorization"));

        assertThat(response.status()).isEqualTo(401);
    }

    @Test
    void theAnswerToAMissingBearerDoesNotWaitForTheBody() throws IOException {
        Call withheld = Call.post(DRAIN, "").without("Authorization").with("Content-Length", "1000");

        Response response = send(withheld);

        assertThat(response.status()).isEqualTo(401);
    }

    @Test
    void theBearerComesBeforeTheSizeAlsoWhereTheServerItselfRefuses() throws IOException {
        Call huge = Call.post(DRAIN, "").with("Content-Length", "99999999");

        assertThat(send(huge.without("Authorization")).status()).isEqualTo(401);
        assertThat(send(huge.with("Host", "evil.example")).status()).isEqualTo(421);
        assertThat(send(huge).status()).isEqualTo(413);
        assertThat(send(Call.post("/transition/nope", "").with("Content-Length", "99999999"))
                        .status())
                .isEqualTo(404);
    }

    @Test
    void theBearerComesBeforeTheContentEncoding() throws IOException {
        Call packed = Call.post(DRAIN, GOOD).with("Content-Encoding", "gzip");

        assertThat(send(packed.without("Authorization")).status()).isEqualTo(401);
        assertThat(send(packed).status()).isEqualTo(415);
    }

    @Test
    void aTokenOutsideItsRoleIsAnsweredLikeAnUnknownOne() throws IOException {
        Call deck = Call.get("/api/offload/v1/hosts").with("Authorization", "Bearer " + FakeGuard.DECK);

        Response outside = send(deck);
        Response unknown = send(deck.with("Authorization", "Bearer x"));

        assertThat(outside.status()).isEqualTo(401);
        assertThat(outside.body()).isEqualTo(unknown.body());
        assertThat(guard.scopes).containsOnly(Scope.OPERATOR);
    }

    @Test
    void aForeignHostIsMisdirectedBeforeTheVerbIsLookedAt() throws IOException {
        Response response = send(Call.post("/transition/nope", NOT_JSON).with("Host", "evil.example"));

        assertThat(response.status()).isEqualTo(421);
        assertThat(response.text()).isEqualTo("{\"error\":\"misdirected\"}");
    }

    @Test
    void aForeignOriginIsMisdirected() throws IOException {
        Call call = Call.post(DRAIN, GOOD);

        assertThat(send(call.with("Origin", "http://evil.example")).status()).isEqualTo(421);
        assertThat(send(call.with("Origin", "http://127.0.0.1:1")).status()).isEqualTo(200);
    }

    @Test
    void theBearerComesBeforeTheHost() throws IOException {
        Response response =
                send(Call.post(DRAIN, GOOD).with("Host", "evil.example").without("Authorization"));

        assertThat(response.status()).isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nope", "BOX-DRAIN", "box-drain/", "box-drain/x", "", "box-drain%2F", "..%2Fstatus"})
    void anUnknownVerbIsToldBeforeItsBodyIsLookedAt(String verb) throws IOException {
        Response response = send(Call.post("/transition/" + verb, NOT_JSON));

        assertThat(response.status()).isEqualTo(404);
        assertThat(response.text()).isEqualTo("{\"error\":\"unknown-verb\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "BREW"})
    void anotherMethodIsToldWhichOneIsAllowed(String method) throws IOException {
        Response response = send(Call.post(DRAIN, NOT_JSON).method(method));

        assertThat(response.status()).isEqualTo(405);
        assertThat(response.header("Allow")).hasValue("POST");
    }

    @Test
    void theVerbComesBeforeTheMethod() throws IOException {
        assertThat(send(Call.get("/transition/nope")).status()).isEqualTo(404);
    }

    @Test
    void theSizeComesBeforeTheContentTypeAndTheText() throws IOException {
        String large = "x".repeat((64 << 10) + 1);

        Response response = send(Call.post(DRAIN, large).with("Content-Type", "application/x-www-form-urlencoded"));

        assertThat(response.status()).isEqualTo(413);
        assertThat(response.json().path("error").asText()).isEqualTo("too-large");
    }

    @Test
    void aBodyOfExactlyTheLimitIsTaken() throws IOException {
        String body = GOOD + " ".repeat((64 << 10) - GOOD.length());

        assertThat(send(Call.post(DRAIN, body)).status()).isEqualTo(200);
    }

    @Test
    void aBodyWithoutALengthIsTakenAndLimitedTheSame() throws IOException {
        assertThat(chunked(GOOD).status()).isEqualTo(200);
        assertThat(chunked(GOOD + " ".repeat(64 << 10)).status()).isEqualTo(413);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/x-www-form-urlencoded",
                "multipart/form-data; boundary=x",
                "text/plain",
                "text/json",
                "application/json; charset=utf-16",
                "application/jsonp",
                "application/json, text/plain"
            })
    void theContentTypeComesBeforeTheText(String type) throws IOException {
        Response response = send(Call.post(DRAIN, NOT_JSON).with("Content-Type", type));

        assertThat(response.status()).isEqualTo(415);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"application/json", "Application/JSON; charset=UTF-8", "application/json;charset=\"utf-8\""})
    void jsonIsJson(String type) throws IOException {
        assertThat(send(Call.post(DRAIN, GOOD).with("Content-Type", type)).status())
                .isEqualTo(200);
    }

    @Test
    void aMissingContentTypeIsTakenForJson() throws IOException {
        assertThat(send(Call.post(DRAIN, GOOD).without("Content-Type")).status())
                .isEqualTo(200);
        assertThat(send(Call.post(DRAIN, NOT_JSON).without("Content-Type")).status())
                .isEqualTo(400);
    }

    @Test
    void whatWasRefusedOnTheWayNeverReachedTheController() throws IOException {
        send(Call.post(DRAIN, GOOD).without("Authorization"));
        send(Call.post(DRAIN, GOOD).with("Host", "evil.example"));
        send(Call.post("/transition/nope", GOOD));
        send(Call.post(DRAIN, NOT_JSON));
        send(Call.post(DRAIN, WRONG_SHAPE));

        assertThat(controller.verbs).isEmpty();
    }

    private Response chunked(String body) throws IOException {
        Call head = Call.post(DRAIN, "").with("Transfer-Encoding", "chunked");
        try (Socket socket = new Socket(server().getHost(), server().getPort())) {
            socket.getOutputStream().write(head.bytes(server()));
            for (String part : body.split("(?<=\\G.{4000})")) {
                String chunk = Integer.toHexString(part.length()) + "\r\n" + part + "\r\n";
                socket.getOutputStream().write(chunk.getBytes(StandardCharsets.UTF_8));
            }
            socket.getOutputStream().write("0\r\n\r\n".getBytes(StandardCharsets.UTF_8));
            return Response.read(socket.getInputStream(), false);
        }
    }

    static Set<String> verbs() {
        return TransitionEndpoint.VERBS;
    }
}
