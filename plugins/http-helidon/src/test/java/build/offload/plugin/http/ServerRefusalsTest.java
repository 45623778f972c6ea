package build.offload.plugin.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests that the server itself refuses are refused in JSON as well. */
class ServerRefusalsTest extends ServedTest {

    private static final String AUTHORIZED = "Authorization: Bearer " + FakeGuard.OPERATOR + "\\r\\n";
    private static final String POST = "POST /transition/box-drain HTTP/1.1\\r\\nHost: 127.0.0.1:1\\r\\n" + AUTHORIZED;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "400 | nonsense\\r\\n\\r\\n",
                "400 | GET\\r\\n\\r\\n",
                "400 | GET /status\\r\\n\\r\\n",
                "400 | GET /status HTTP/1.1\\n\\n",
                "400 | GET /sta tus HTTP/1.1\\r\\nHost: 127.0.0.1:1\\r\\n\\r\\n",
                "400 | GET /<script> HTTP/1.1\\r\\nHost: 127.0.0.1:1\\r\\n\\r\\n",
                "400 | GET /status HTTP/1.1\\r\\nHost 127.0.0.1:1\\r\\n\\r\\n",
                "505 | GET /status HTTP/1.0\\r\\n\\r\\n",
                "421 | GET /status HTTP/1.1\\r\\n" + AUTHORIZED + "\\r\\n",
                "400 | GET /status HTTP/1.1\\r\\nHost: 127.0.0.1:1\\r\\nHost: b\\r\\n" + AUTHORIZED + "\\r\\n",
                "400 | " + POST + "Content-Length: x\\r\\n\\r\\n",
                "400 | " + POST + "Content-Length: -1\\r\\n\\r\\n",
                "400 | " + POST + "Transfer-Encoding: chunked\\r\\nContent-Length: 3\\r\\n\\r\\n",
                "400 | " + POST + "Transfer-Encoding: chunked\\r\\n\\r\\nzz\\r\\n",
                "400 | " + POST + "Transfer-Encoding: chunked, identity\\r\\n\\r\\n",
                "501 | " + POST + "Transfer-Encoding: gzip, chunked\\r\\n\\r\\n",
                "415 | " + POST + "Content-Encoding: gzip\\r\\nContent-Length: 3\\r\\n\\r\\nabc",
                "413 | " + POST + "Content-Length: 9223372036854775807\\r\\n\\r\\n"
            })
    void aRequestThatCannotBeReadIsRefusedInJson(int status, String escaped) throws IOException {
        Response response = raw(escaped);

        assertThat(response.status()).isEqualTo(status);
        isAProperRefusal(response);
    }

    @Test
    void anAddressThatIsTooLongIs414() throws IOException {
        Response response = raw("GET /" + "a".repeat(5000) + " HTTP/1.1\\r\\n\\r\\n");

        assertThat(response.status()).isEqualTo(414);
        isAProperRefusal(response);
    }

    @Test
    void aHeadThatIsTooLargeIs400() throws IOException {
        Response response =
                raw("GET /status HTTP/1.1\\r\\nHost: 127.0.0.1:1\\r\\nX: " + "a".repeat(17_000) + "\\r\\n\\r\\n");

        assertThat(response.status()).isEqualTo(400);
        isAProperRefusal(response);
    }

    @Test
    void whoeverHasNoTokenHearsThatFirstWhereverTheHeadCouldBeRead() throws IOException {
        String stranger = "POST /transition/box-drain HTTP/1.1\\r\\nHost: 127.0.0.1:1\\r\\n";

        assertThat(raw(stranger + "Content-Length: 99999999\\r\\n\\r\\n").status())
                .isEqualTo(401);
        assertThat(raw(stranger + "Content-Encoding: gzip\\r\\nContent-Length: 3\\r\\n\\r\\nabc")
                        .status())
                .isEqualTo(401);
        assertThat(raw(stranger + "Content-Length: x\\r\\n\\r\\n").status()).isEqualTo(401);
        assertThat(raw(stranger + "Content-Length: 99999999\\r\\n\\r\\n").header("WWW-Authenticate"))
                .hasValue("Bearer");
    }

    private static void isAProperRefusal(Response response) throws IOException {
        assertThat(response.header("Content-Type")).hasValue("application/json");
        assertThat(response.header("Connection")).hasValue("close");
        assertThat(Contract.violations(Contract.file("problem.schema.json"), response.json()))
                .isEmpty();
        assertThat(response.text()).doesNotContain("script", "Exception", "helidon");
    }

    private Response raw(String escaped) throws IOException {
        byte[] bytes = escaped.replace("\\r", "\r").replace("\\n", "\n").getBytes(StandardCharsets.UTF_8);
        return Call.raw(server(), bytes, false);
    }
}
