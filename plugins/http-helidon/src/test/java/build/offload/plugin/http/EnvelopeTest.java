package build.offload.plugin.http;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.spi.frontend.Controller.VerbCall;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Step 4 of the order: what the envelope of a verb must look like. */
class EnvelopeTest extends ServedTest {

    private static final String DRAIN = "/transition/box-drain";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "hello",
                "{",
                "{\"a\":1}}",
                "{} {}",
                "{\"expectedRevision\":7,\"expectedRevision\":7,\"idempotencyKey\":\"k\",\"args\":{}}",
                "{\"expectedRevision\":7,\"idempotencyKey\":\"k\",\"args\":{\"host\":\"a\",\"host\":\"b\"}}",
                "{'expectedRevision':7}",
                "{\"expectedRevision\":07}",
                "{\"expectedRevision\":NaN}",
                "// comment\n{}",
                "{\"idempotencyKey\":\"line\nbreak\"}"
            })
    void textThatIsNotOneJsonDocumentIs400(String body) throws IOException {
        Response response = send(Call.post(DRAIN, body));

        assertThat(response.status()).isEqualTo(400);
        assertThat(response.json().path("error").asText()).isEqualTo("not-json");
    }

    @Test
    void textThatIsNotUtf8Is400() throws IOException {
        byte[] latin = "{\"idempotencyKey\":\"\u00e4\"}".getBytes(StandardCharsets.ISO_8859_1);
        byte[] wide = "{}".getBytes(StandardCharsets.UTF_16BE);

        assertThat(send(Call.of("POST", DRAIN, latin)).status()).isEqualTo(400);
        assertThat(send(Call.of("POST", DRAIN, wide)).status()).isEqualTo(400);
    }

    @Test
    void deepNestingIsRefusedAndHarmless() throws IOException {
        String deep = "[".repeat(30_000) + "]".repeat(30_000);

        assertThat(send(Call.post(DRAIN, deep)).status()).isEqualTo(400);
        assertThat(send(Call.post(DRAIN, "{\"args\":{\"host\":" + deep + "}}")).status())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[]                                                              |                  | invalid-value",
                "null                                                            |                  | invalid-value",
                "\"text\"                                                        |                  | invalid-value",
                "{}                                                              | expectedRevision | missing-field",
                "{\"expectedRevision\":7,\"args\":{}}                            | idempotencyKey   | missing-field",
                "{\"expectedRevision\":7,\"idempotencyKey\":\"k\"}               | args             | missing-field",
                "{\"expectedRevision\":7,\"idempotencyKey\":\"k\",\"args\":{},\"x\":1} | x          | unknown-field",
                "{\"expectedRevision\":null,\"idempotencyKey\":\"k\",\"args\":{}} | expectedRevision | invalid-value",
                "{\"expectedRevision\":\"7\",\"idempotencyKey\":\"k\",\"args\":{}} | expectedRevision | invalid-value",
                "{\"expectedRevision\":-1,\"idempotencyKey\":\"k\",\"args\":{}}  | expectedRevision | invalid-value",
                "{\"expectedRevision\":7.0,\"idempotencyKey\":\"k\",\"args\":{}} | expectedRevision | invalid-value",
                "{\"expectedRevision\":7e0,\"idempotencyKey\":\"k\",\"args\":{}} | expectedRevision | invalid-value",
                "{\"expectedRevision\":true,\"idempotencyKey\":\"k\",\"args\":{}} | expectedRevision | invalid-value",
                "{\"expectedRevision\":7,\"idempotencyKey\":\"\",\"args\":{}}    | idempotencyKey   | invalid-value",
                "{\"expectedRevision\":7,\"idempotencyKey\":5,\"args\":{}}       | idempotencyKey   | invalid-value",
                "{\"expectedRevision\":7,\"idempotencyKey\":null,\"args\":{}}    | idempotencyKey   | invalid-value",
                "{\"expectedRevision\":7,\"idempotencyKey\":\"\\ud800\",\"args\":{}} | idempotencyKey | invalid-value",
                "{\"expectedRevision\":7,\"idempotencyKey\":\"k\",\"args\":[]}   | args             | invalid-value",
                "{\"expectedRevision\":7,\"idempotencyKey\":\"k\",\"args\":null} | args             | invalid-value",
                "{\"expectedRevision\":7,\"idempotencyKey\":\"k\",\"args\":{\"host\":5}} | args.host | invalid-value",
                "{\"expectedRevision\":7,\"idempotencyKey\":\"k\",\"args\":{\"host\":null}} | args.host | invalid-value",
                "{\"expectedRevision\":7,\"idempotencyKey\":\"k\",\"args\":{\"host\":{}}} | args.host | invalid-value",
                "{\"expectedRevision\":7,\"idempotencyKey\":\"k\",\"args\":{\"expectedRevision\":8}} | args.expectedRevision | invalid-value",
                "{\"expectedRevision\":7,\"idempotencyKey\":\"k\",\"args\":{\"expectedRevision\":\"8\"}} | args.expectedRevision | invalid-value",
                "{\"expectedRevision\":7,\"idempotencyKey\":\"k\",\"args\":{\"expectedRevision\":\"07\"}} | args.expectedRevision | invalid-value",
                "{\"expectedRevision\":7,\"idempotencyKey\":\"k\",\"args\":{\"expectedRevision\":7.0}} | args.expectedRevision | invalid-value",
                "{\"expectedRevision\":7,\"idempotencyKey\":\"k\",\"args\":{\"expectedRevision\":null}} | args.expectedRevision | invalid-value"
            })
    void aWrongShapeIs422AndNamesTheField(String body, String field, String code) throws IOException {
        Response response = send(Call.post(DRAIN, body));

        JsonNode detail = response.json().path("detail");
        assertThat(response.status()).isEqualTo(422);
        assertThat(response.json().path("error").asText()).isEqualTo("invalid-args");
        assertThat(detail.path("code").asText()).isEqualTo(code);
        assertThat(detail.path("field").asText("")).isEqualTo(field == null ? "" : field);
        assertThat(detail.path("message").asText()).endsWith(".");
        assertThat(controller.verbs).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "\"7\""})
    void theRevisionMayComeAlongInTheArgumentsAndIsNotOneOfThem(String again) throws IOException {
        String body = "{\"expectedRevision\":7,\"idempotencyKey\":\"k\",\"args\":{\"host\":\"a\",\"expectedRevision\":"
                + again + "}}";

        assertThat(send(Call.post(DRAIN, body)).status()).isEqualTo(200);
        assertThat(controller.verbs).containsExactly(new VerbCall("box-drain", 7, "k", Map.of("host", "a")));
    }

    @Test
    void aRevisionBeyondAllNumbersIsAFutureOneAndLeftToTheController() throws IOException {
        String huge = "99999999999999999999999999";
        String body = "{\"expectedRevision\":" + huge + ",\"idempotencyKey\":\"k\",\"args\":{\"expectedRevision\":\""
                + huge + "\"}}";

        send(Call.post(DRAIN, body));

        assertThat(controller.verbs).containsExactly(new VerbCall("box-drain", Long.MAX_VALUE, "k", Map.of()));
    }

    @Test
    void aKeyHasUpTo200Characters() throws IOException {
        assertThat(send(Call.post(DRAIN, keyed("\uD83D\uDE80".repeat(200)))).status())
                .isEqualTo(200);
        assertThat(send(Call.post(DRAIN, keyed("k".repeat(201)))).status()).isEqualTo(422);
    }

    @Test
    void theArgumentsOfTheVerbAreTheControllersToJudge() throws IOException {
        String body = "{\"expectedRevision\":0,\"idempotencyKey\":\"k\",\"args\":{\"host\":\"\",\"surprise\":\"x\"}}";

        assertThat(send(Call.post(DRAIN, body)).status()).isEqualTo(200);
        assertThat(controller.verbs)
                .containsExactly(new VerbCall("box-drain", 0, "k", Map.of("host", "", "surprise", "x")));
    }

    @Test
    void anUnknownFieldOfAnyLengthOrFormIsNamedShortly() throws IOException {
        Response half = send(Call.post(DRAIN, "{\"\\ud800\":1}"));
        Response cut = send(Call.post(DRAIN, "{\"" + "x".repeat(79) + "\uD83D\uDE80\":1}"));

        assertThat(half.status()).isEqualTo(400);
        assertThat(cut.status()).isEqualTo(422);
        assertThat(cut.body()).hasSizeLessThan(400);
    }

    private static String keyed(String key) {
        return "{\"expectedRevision\":7,\"idempotencyKey\":\"" + key + "\",\"args\":{}}";
    }
}
