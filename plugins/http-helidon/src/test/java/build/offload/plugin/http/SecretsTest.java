package build.offload.plugin.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** A token is in no answer and in no log, wherever the client put it. */
class SecretsTest extends ServedTest {

    private static final String TOKEN = FakeGuard.OPERATOR;
    private static final String VERB = "/transition/box-drain";

    @Test
    void noAnswerAndNoLogHasTheToken() throws IOException {
        controller.answer = () -> {
            throw new IllegalStateException("a failure, so that something is logged");
        };
        Call good = Call.post(VERB, "{\"expectedRevision\":7,\"idempotencyKey\":\"k\",\"args\":{}}");
        List<Call> calls = List.of(
                good,
                good.with("Authorization", "Bearer " + TOKEN + "x"),
                good.with("Authorization", "Token " + TOKEN),
                Call.get("/status?token=" + TOKEN).without("Authorization"),
                Call.get("/" + TOKEN),
                Call.get("/api/offload/v1/hosts/" + TOKEN.toUpperCase(Locale.ROOT)),
                Call.get("/api/offload/v1/jobs/" + TOKEN),
                Call.post("/transition/" + TOKEN, "{}"),
                Call.post(VERB, TOKEN),
                Call.post(VERB, "{\"expectedRevision\":\"" + TOKEN + "\"}"),
                Call.post(VERB, "{\"expectedRevision\":7,\"idempotencyKey\":\"k\",\"args\":\"" + TOKEN + "\"}"),
                Call.post(
                        "/api/offload/v1/hosts",
                        "{\"idempotencyKey\":\"k\",\"expectedRevision\":7,\"executor\":\"ssh\",\"name\":\"" + TOKEN
                                + "!\"}"),
                Call.post("/api/offload/v1/hosts", "{\"" + TOKEN + "\":1}"),
                Call.post(VERB, "x").with("Content-Type", TOKEN),
                Call.get("/status").with("Host", TOKEN),
                Call.get("/status").with("Origin", TOKEN),
                Call.get("/status").with("Bad Header", TOKEN),
                Call.get("/status").method(TOKEN));

        try (CapturedLog log = new CapturedLog()) {
            for (Call call : calls) {
                Response response = send(call);
                assertThat(response.text().toLowerCase(Locale.ROOT)).doesNotContain(TOKEN);
                assertThat(response.headers().toString()).doesNotContain(TOKEN);
            }

            assertThat(log.text()).contains("so that something is logged").doesNotContain(TOKEN);
        }
    }
}
