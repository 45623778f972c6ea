package build.offload.plugin.http;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.spi.frontend.Controller.Answer;
import build.offload.spi.frontend.Controller.NotFoundException;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.frontend.Controller.StoreUnavailableException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What each answer of the pipeline looks like on the wire. */
class AnswerTest extends ServedTest {

    private static final Call VERB = Call.post(
            "/transition/box-drain", "{\"expectedRevision\":7,\"idempotencyKey\":\"k\",\"args\":{\"host\":\"a\"}}");
    private static final Call REMOVE =
            Call.post("/api/offload/v1/hosts/a/remove", "{\"expectedRevision\":7,\"idempotencyKey\":\"k\"}");
    private static final Call CANCEL =
            Call.post("/api/offload/v1/jobs/" + Samples.JOB + "/cancel", "{\"idempotencyKey\":\"k\"}");
    private static final Call MODE = Call.post(
            "/api/offload/v1/desired-mode", "{\"expectedRevision\":7,\"idempotencyKey\":\"k\",\"mode\":\"draining\"}");

    @Test
    void aCommitIsGivenByteForByte() throws IOException {
        byte[] odd = "{ \"revision\":8 ,\n\"result\":{\"text\":\"\u00e4\\u00e4\"}}".getBytes(StandardCharsets.UTF_8);
        controller.answer = () -> new Answer.Committed(odd, false);

        Response response = send(VERB);

        assertThat(response.status()).isEqualTo(200);
        assertThat(response.body()).isEqualTo(odd);
        assertThat(response.header("Content-Type")).hasValue("application/json");
        assertThat(response.header("Idempotency-Replayed")).isEmpty();
    }

    @Test
    void aReplayIsTheSameBytesWithAMark() throws IOException {
        byte[] stored = "{\"revision\":8,\"result\":{\"changed\":true}}".getBytes(StandardCharsets.UTF_8);
        controller.answer = () -> new Answer.Committed(stored, true);

        for (Call call : List.of(VERB, MODE)) {
            Response response = send(call);

            assertThat(response.status()).isEqualTo(200);
            assertThat(response.body()).isEqualTo(stored);
            assertThat(response.header("Idempotency-Replayed")).hasValue("true");
        }
    }

    @Test
    void aStaleRevisionIs409WithThePresentOne() throws IOException {
        controller.answer = () -> new Answer.Stale(12);

        for (Call call : List.of(VERB, REMOVE, CANCEL, MODE)) {
            Response response = send(call);

            assertThat(response.status()).isEqualTo(409);
            assertThat(response.json()).isEqualTo(json("{\"error\":\"stale-revision\",\"currentRevision\":12}"));
        }
    }

    @Test
    void aRefusalIs422WithItsReasons() throws IOException {
        controller.answer = () -> new Answer.Refused(new Refusal(
                "nothing-to-restore", "'a' is available.", Map.of("state", "available"), Optional.of("host")));

        for (Call call : List.of(VERB, REMOVE, CANCEL, MODE)) {
            Response response = send(call);

            assertThat(response.status()).isEqualTo(422);
            assertThat(response.json())
                    .isEqualTo(
                            json(
                                    "{\"error\":\"invalid-args\",\"detail\":{\"code\":\"nothing-to-restore\",\"message\":\"'a' is available.\",\"field\":\"host\",\"state\":\"available\"}}"));
        }
    }

    @Test
    void anUnknownHostIs422ForAVerbAnd404WhereTheAddressNamesIt() throws IOException {
        controller.answer = () -> new Answer.Refused(Refusal.of("unknown-host", "No host is called 'a'."));

        assertThat(send(VERB).status()).isEqualTo(422);
        assertThat(send(REMOVE).status()).isEqualTo(404);
        assertThat(send(REMOVE).json())
                .isEqualTo(
                        json(
                                "{\"error\":\"unknown-host\",\"detail\":{\"code\":\"unknown-host\",\"message\":\"No host is called 'a'.\"}}"));
    }

    @Test
    void anUnknownJobIs404WhereTheAddressNamesIt() throws IOException {
        controller.answer = () -> new Answer.Refused(Refusal.of("unknown-job", "No job has this id."));

        assertThat(send(CANCEL).status()).isEqualTo(404);
        assertThat(send(MODE).status()).isEqualTo(422);
    }

    @Test
    void anUnwritableJournalIs403AndSaysSoExactly() throws IOException {
        controller.answer = () -> new Answer.AuditUnavailable("disk full");

        for (Call call : List.of(VERB, MODE)) {
            Response response = send(call);

            assertThat(response.status()).isEqualTo(403);
            assertThat(response.text()).isEqualTo("{\"error\":\"audit-write-failed\"}");
        }
    }

    @Test
    void aFullQueueIs503WithWholeSecondsToWait() throws IOException {
        controller.answer = () -> new Answer.Busy(Duration.ofMillis(1200));

        Response response = send(VERB);

        assertThat(response.status()).isEqualTo(503);
        assertThat(response.text()).isEqualTo("{\"error\":\"busy\"}");
        assertThat(response.header("Retry-After")).hasValue("2");
    }

    @Test
    void aFullQueueNeverAsksToComeBackAtOnce() throws IOException {
        controller.answer = () -> new Answer.Busy(Duration.ZERO);

        assertThat(send(VERB).header("Retry-After")).hasValue("1");
    }

    @Test
    void aLostAcknowledgementIs503() throws IOException {
        controller.answer = () -> new Answer.OutcomeUnknown();

        Response response = send(VERB);

        assertThat(response.status()).isEqualTo(503);
        assertThat(response.text()).isEqualTo("{\"error\":\"outcome-unknown\"}");
    }

    @Test
    void anUnreadableStoreIsAnUnwritableJournalToAVerbAndItselfToAnyOtherCall() throws IOException {
        controller.answer = () -> {
            throw new StoreUnavailableException("disk on fire", new IOException("sector 7"));
        };

        Response verb = send(VERB);
        Response call = send(MODE);

        assertThat(verb.status()).isEqualTo(403);
        assertThat(verb.text()).isEqualTo("{\"error\":\"audit-write-failed\"}");
        assertThat(call.status()).isEqualTo(503);
        assertThat(call.json().path("error").asText()).isEqualTo("store-unavailable");
        assertThat(call.text()).doesNotContain("fire", "sector");
    }

    @Test
    void whatDoesNotExistIs404WithItsCode() throws IOException {
        controller.answer = () -> {
            throw new NotFoundException("not-found", "There is no such thing.");
        };

        Response response = send(MODE);

        assertThat(response.status()).isEqualTo(404);
        assertThat(response.json().path("error").asText()).isEqualTo("not-found");
        assertThat(response.json().path("detail").path("message").asText()).isEqualTo("There is no such thing.");
    }

    @Test
    void aFailureOfTheControllerIs500AndTellsNothingOfIt() throws IOException {
        controller.answer = () -> {
            throw new IllegalStateException("secret internals");
        };

        Response response = send(VERB);

        assertThat(response.status()).isEqualTo(500);
        assertThat(response.json().path("error").asText()).isEqualTo("internal");
        assertThat(response.text()).doesNotContain("secret internals", "Exception", "at build.");
    }

    private static JsonNode json(String text) throws IOException {
        return new ObjectMapper().readTree(text);
    }
}
