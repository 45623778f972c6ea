package build.offload.conformance.wire.rule;

import static build.offload.conformance.wire.check.Page.RFC_9110;

import build.offload.conformance.wire.check.Check;
import build.offload.conformance.wire.check.Expect;
import build.offload.conformance.wire.check.Group;
import build.offload.conformance.wire.check.NotApplicable;
import build.offload.conformance.wire.check.Server;
import build.offload.conformance.wire.http.Answer;
import java.io.IOException;
import java.util.List;

/** Asking for the status only if it has changed. A server need not offer that; one that sends an entity tag does. */
final class ConditionalRules {

    private ConditionalRules() {}

    static List<Check> all() {
        return List.of(
                check("40", "A status that is known already is not sent again")
                        .serves(
                                RFC_9110,
                                "the origin server MUST respond with either a) the 304 (Not Modified) status code if the request method is GET or HEAD")
                        .lookAt("Look at how If-None-Match is compared with the entity tag.")
                        .by(ConditionalRules::known),
                check("41", "A status that is not known is sent")
                        .serves(
                                RFC_9110,
                                "the condition is false if one of the listed tags matches the entity tag of the selected representation")
                        .lookAt(
                                "Look at how If-None-Match is compared with the entity tag: another tag must not match.")
                        .by(ConditionalRules::unknown));
    }

    private static Check.Draft check(String number, String title) {
        return Check.check(Group.CORE, "W-STATUS-" + number, title);
    }

    private static String tag(Answer answer) {
        return answer.header("ETag")
                .orElseThrow(() -> new NotApplicable("the server sends no ETag, so it offers no conditional requests"));
    }

    /** The status may change between two requests, and its tag then changes as well. */
    private static void known(Server server) throws IOException {
        String tag = tag(server.send(server.get("/status")));
        for (int i = 0; i < Server.ATTEMPTS; i++) {
            Answer answer = server.send(server.get("/status").with("If-None-Match", tag));
            if (answer.status() == 304) {
                return;
            }
            Expect.status(200, answer, "GET /status with If-None-Match");
            Expect.that(
                    !tag(answer).equals(tag),
                    "the whole status was sent although its entity tag is the known one, " + tag);
            tag = tag(answer);
        }
        throw new NotApplicable("the status changed between any two requests");
    }

    private static void unknown(Server server) throws IOException {
        tag(server.send(server.get("/status")));
        Answer answer = server.send(server.get("/status").with("If-None-Match", "\"" + server.newKey() + "\""));
        Expect.status(200, answer, "GET /status with If-None-Match and an unknown entity tag");
        Expect.object(answer);
    }
}
