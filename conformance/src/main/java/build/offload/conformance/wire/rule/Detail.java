package build.offload.conformance.wire.rule;

import build.offload.conformance.wire.check.Expect;
import build.offload.conformance.wire.http.Answer;
import com.fasterxml.jackson.databind.JsonNode;

/** The {@code detail} of a refusal. */
final class Detail {

    private Detail() {}

    /** Expect an object with a code and a message. */
    static void expect(Answer answer) {
        JsonNode detail = Expect.object(answer).path("detail");
        Expect.that(
                detail.isObject() && isText(detail.path("code")) && isText(detail.path("message")),
                "expected detail to be an object with the texts code and message, but the body is " + answer.text());
    }

    private static boolean isText(JsonNode value) {
        return value.isTextual() && !value.textValue().isBlank();
    }
}
