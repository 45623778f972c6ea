package build.offload.conformance.wire.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.conformance.wire.http.Call.Framing;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What goes over the wire, and what is made of what comes back. */
class ClientTest {

    private static final URI URL = URI.create("http://127.0.0.1:8787/below/");

    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();

    /** A server that says one thing, whatever it hears. */
    private record Canned(OutputStream out, InputStream in) implements Connector.Connection {
        @Override
        public void close() {}
    }

    private Answer send(Call call, String answer) throws IOException {
        byte[] bytes = answer.getBytes(StandardCharsets.ISO_8859_1);
        return new Client(URL, () -> new Canned(sent, new ByteArrayInputStream(bytes))).send(call);
    }

    private Answer answered(String answer) throws IOException {
        return send(Call.of("GET", "/status"), answer);
    }

    @Test
    void aRequestHasNothingThatWasNotAskedForButHostFramingAndClose() throws IOException {
        send(Call.of("POST", "/x?y").with("A", "1").with("a", "2").carrying("hé"), "HTTP/1.1 200 OK\r\n\r\n");

        assertThat(sent.toString(StandardCharsets.UTF_8))
                .isEqualTo("POST /below/x?y HTTP/1.1\r\nHost: 127.0.0.1:8787\r\na: 2\r\n"
                        + "Content-Length: 3\r\nConnection: close\r\n\r\nhé");
    }

    @Test
    void hostMayBeAnother() throws IOException {
        send(Call.of("GET", "/").with("host", "evil.example"), "HTTP/1.1 200 OK\r\n\r\n");

        assertThat(sent.toString(StandardCharsets.UTF_8))
                .containsOnlyOnce("ost: ")
                .contains("host: evil.example");
    }

    @Test
    void aBodyMayComeInChunksOrNotAtAll() throws IOException {
        Call call = Call.of("POST", "/").carrying("abc");

        send(call.framed(Framing.CHUNKED), "HTTP/1.1 200 OK\r\n\r\n");
        send(call.framed(Framing.WITHHELD), "HTTP/1.1 200 OK\r\n\r\n");

        assertThat(sent.toString(StandardCharsets.UTF_8))
                .contains("Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n3\r\nabc\r\n0\r\n\r\nPOST")
                .endsWith("Content-Length: 3\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n");
    }

    @Test
    void anAnswerIsReadByItsLengthItsChunksOrToTheEnd() throws IOException {
        assertThat(answered("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nabc").text())
                .isEqualTo("ab");
        assertThat(answered(
                                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;x=y\r\nab\r\n1\r\nc\r\n0\r\nT: 1\r\n\r\n")
                        .text())
                .isEqualTo("abc");
        assertThat(answered("HTTP/1.1 200 OK\r\n\r\nabc").text()).isEqualTo("abc");
        assertThat(answered("HTTP/1.1 304\r\nContent-Length: 9\r\n\r\n").body()).isEmpty();
    }

    @Test
    void whatCameBeforeTheAnswerIsKeptApart() throws IOException {
        Answer answer = answered("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 401 No\r\nA: 1\r\na:2 \r\n\r\n");

        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.interim()).containsExactly(100);
        assertThat(answer.header("A")).hasValue("1, 2");
        assertThat(answer.header("B")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|ended without an answer",
                "HTTP/1.1 200 OK~A: 1~|ended within the answer's head",
                "HTTP/1.0 200 OK~~|does not begin with an HTTP/1.1 status line",
                "SSH-2.0-OpenSSH~|does not begin with an HTTP/1.1 status line",
                "HTTP/1.1 200 OK~no header~~|is no header",
                "HTTP/1.1 200 OK~Content-Length: 9~~abc|ended after 3 of 9 bytes",
                "HTTP/1.1 200 OK~Content-Length: -1~~|claims to have -1 bytes",
                "HTTP/1.1 200 OK~Content-Length: x~~|is no number",
                "HTTP/1.1 200 OK~Transfer-Encoding: chunked~~zz~|no hexadecimal number",
                "HTTP/1.1 200 OK~Transfer-Encoding: chunked~~1~abc~|longer than its size says"
            })
    void anAnswerThatIsNotHttpIsAnErrorThatSaysSo(String answer, String reason) {
        assertThatThrownBy(() -> answered(answer.replace("~", "\r\n")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(reason);
    }

    @ParameterizedTest
    @CsvSource({"https://127.0.0.1", "//127.0.0.1:8787", "http:///status", "http://127.0.0.1/?a=b"})
    void anAddressOfAnotherKindIsRefused(String url) {
        assertThatThrownBy(() -> Client.tcp(URI.create(url), Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
