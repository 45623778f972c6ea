package build.offload.conformance.wire.rule;

import static build.offload.conformance.wire.check.Page.RFC_8259;
import static build.offload.conformance.wire.check.Page.RFC_9112;
import static build.offload.conformance.wire.check.Page.WIRE_CONTRACT;

import build.offload.conformance.wire.check.Check;
import build.offload.conformance.wire.check.Expect;
import build.offload.conformance.wire.check.Group;
import build.offload.conformance.wire.check.Server;
import build.offload.conformance.wire.http.Call;
import build.offload.conformance.wire.http.Call.Framing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What a body may weigh, and in what form it comes. */
final class BodyRules {

    private static final int LIMIT = 64 << 10;
    private static final String PATH = "/transition/admission-reconcile";
    private static final String REFUSALS =
            "413; 400 for text that is not JSON; 415 for a form; 422 `{error:\"invalid-args\", detail}` for the rest";
    private static final String SIZE = "body ≤ 64 KiB, JSON object with exactly `expectedRevision`";

    private BodyRules() {}

    static List<Check> all() {
        return List.of(
                check("01", "A body above 64 KiB is too large")
                        .serves(WIRE_CONTRACT, REFUSALS)
                        .lookAt("Look at the limit of the body: Content-Length decides before anything is read.")
                        .by(server -> expect(server, 413, padded(server, LIMIT + 1), "a body of 64 KiB and one byte")),
                check("02", "A body above 64 KiB is too large also when it comes in chunks")
                        .serves(WIRE_CONTRACT, REFUSALS)
                        .lookAt("Look at what counts the bytes of a body that does not say how long it is.")
                        .by(server -> expect(
                                server,
                                413,
                                padded(server, LIMIT + 1).framed(Framing.CHUNKED),
                                "a body of 64 KiB and one byte in chunks")),
                check("03", "A body of 64 KiB is taken")
                        .serves(WIRE_CONTRACT, SIZE)
                        .lookAt("Look at the limit of the body: 65536 bytes are still allowed.")
                        .by(server -> expect(server, 409, padded(server, LIMIT), "a good body of exactly 64 KiB")),
                check("04", "Text that is not JSON is refused")
                        .serves(WIRE_CONTRACT, REFUSALS)
                        .lookAt("Look at how strictly JSON is parsed: nothing but one document, and no extensions.")
                        .by(BodyRules::notJson),
                check("05", "A form is refused")
                        .serves(WIRE_CONTRACT, REFUSALS)
                        .lookAt(
                                "Look at the check of the content type: what a web page can post without asking must not be taken.")
                        .by(BodyRules::forms),
                check("06", "JSON may name its character set")
                        .serves(WIRE_CONTRACT, REFUSALS)
                        .lookAt("Look at how the content type is compared: its parameters are no part of the type.")
                        .by(server -> expect(
                                server,
                                409,
                                good(server).with("Content-Type", "application/json; charset=utf-8"),
                                "a good body with a character set")),
                check("07", "Text that is not UTF-8 is refused")
                        .serves(
                                RFC_8259,
                                "JSON text exchanged between systems that are not part of a closed ecosystem MUST be encoded using UTF-8")
                        .lookAt("Look at how the bytes of the body become text: malformed bytes must not be replaced.")
                        .by(BodyRules::notUtf8),
                check("08", "A body in chunks is taken")
                        .serves(RFC_9112, "A recipient MUST be able to parse and decode the chunked transfer coding.")
                        .lookAt("Look at how a body without Content-Length is read.")
                        .by(server ->
                                expect(server, 409, good(server).framed(Framing.CHUNKED), "a good body in chunks")));
    }

    private static Check.Draft check(String number, String title) {
        return Check.check(Group.CORE, "W-BODY-" + number, title);
    }

    private static Call good(Server server) {
        return server.post(PATH, server.future().toString());
    }

    private static Call padded(Server server, int size) {
        String envelope = server.future().toString();
        return server.post(PATH, envelope + " ".repeat(size - envelope.length()));
    }

    private static void expect(Server server, int status, Call call, String of) throws IOException {
        Expect.status(status, server.send(call), of);
    }

    private static void notJson(Server server) throws IOException {
        String good = server.future().toString();
        for (String body : List.of(
                "",
                " ",
                "hello",
                "{",
                good + "}",
                good + good,
                good.replace('"', '\''),
                "// why\n" + good,
                "{\"a\":01}",
                "{\"a\":NaN}",
                "expectedRevision=1&idempotencyKey=k")) {
            expect(server, 400, server.post(PATH, body), "the text '" + body + "'");
        }
    }

    private static void forms(Server server) throws IOException {
        for (String type :
                List.of("application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain")) {
            expect(server, 415, good(server).with("Content-Type", type), "a body of type " + type);
        }
    }

    private static void notUtf8(Server server) throws IOException {
        byte[] latin = server.future().toString().replace("W-BODY", "\u00e4").getBytes(StandardCharsets.ISO_8859_1);
        expect(server, 400, server.post(PATH, "").carrying(latin), "a body in ISO 8859-1");
    }
}
