package build.offload.kernel.redact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.kernel.json.Json;
import build.offload.kernel.redact.SecretFormats.Sample;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedactorTest {

    /** A value without any shape, long enough not to appear by chance. */
    private static final String PLANTED = "zq8v1mXw0KcR5tYb";

    private final Redactor redactor = new Redactor();

    static Stream<Sample> tokens() {
        return Stream.of(1L, 2L, 3L).flatMap(SecretFormats::tokens);
    }

    static Stream<Sample> shapedTokens() {
        return tokens().filter(token -> !token.onlyInContext());
    }

    static Stream<Sample> kept() {
        return SecretFormats.kept();
    }

    @ParameterizedTest
    @MethodSource("shapedTokens")
    @Tag("R3")
    @Tag("R7")
    void tokenOfAKnownShapeIsFoundWhereverItStands(Sample token) {
        String secret = token.value();
        List<String> texts = List.of(
                secret,
                "before " + secret + " after",
                "\"" + secret + "\"",
                "`" + secret + "`",
                "x=" + secret + ";y=1",
                "https://host.example/a/" + secret + "/b",
                "line one\\n" + secret + "\\nline three",
                secret + " " + secret,
                secret + secret,
                "(" + secret + ").");

        assertThat(texts).allSatisfy(text -> assertThat(redactor.redact(text)).doesNotContain(secret));
    }

    @ParameterizedTest
    @MethodSource("tokens")
    @Tag("R1")
    @Tag("R2")
    void credentialIsFoundInEveryContextWhateverItLooksLike(Sample token) {
        String secret = token.value();
        List<String> texts = List.of(
                "https://deploy:" + secret + "@git.example.test/acme/app.git",
                "Authorization: Bearer " + secret,
                "AUTHORIZATION: token " + secret,
                "proxy-authorization: Basic " + secret + "\nnext: line",
                "GET /a?access_token=" + secret + "&page=1",
                "GET /a?page=1&sig=" + secret,
                "GITEA_TOKEN=" + secret,
                "export AWS_SECRET_ACCESS_KEY='" + secret + "'",
                "deploy.password: " + secret,
                "{\"password\":\"" + secret + "\"}",
                "{\"a\":{\"clientSecret\":[\"" + secret + "\"]}}",
                "{\\\"password\\\":\\\"" + secret + "\\\"}",
                "Cookie: session=" + secret,
                "curl -H 'Cookie: session=" + secret + "' -v",
                "Set-Cookie: session=\"" + secret + "\"; Path=/",
                "http.extraheader=AUTHORIZATION: basic " + secret);

        assertThat(texts).allSatisfy(text -> assertThat(redactor.redact(text)).doesNotContain(secret));
    }

    @ParameterizedTest
    @MethodSource("kept")
    @Tag("R1")
    void textThatOnlyLooksSecretIsKept(Sample kept) {
        assertThat(redactor.redact(kept.value())).isEqualTo(kept.value());
        assertThat(redactor.redact("head_sha " + kept.value() + " of main")).contains(kept.value());
        assertThat(redactor.redact(Map.of("snapshot", kept.value()))).containsEntry("snapshot", kept.value());
    }

    @Test
    void everythingAroundTheSecretIsKept() {
        assertThat(redactor.redact("clone https://deploy:" + PLANTED + "@git.example.test:3000/a.git now"))
                .isEqualTo("clone https://deploy:[REDACTED:url-userinfo]@git.example.test:3000/a.git now");
        assertThat(redactor.redact("Authorization: Bearer " + PLANTED + "\nHost: x"))
                .isEqualTo("Authorization: Bearer [REDACTED:authorization]\nHost: x");
        assertThat(redactor.redact("GET /a?access_token=" + PLANTED + "&page=1"))
                .isEqualTo("GET /a?access_token=[REDACTED:assignment]&page=1");
        assertThat(redactor.redact("A_TOKEN=" + PLANTED + " make all"))
                .isEqualTo("A_TOKEN=[REDACTED:assignment] make all");
        assertThat(redactor.redact("ssh://git@host.example/a and http://[::1]:80/"))
                .isEqualTo("ssh://git@host.example/a and http://[::1]:80/");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "the bearer of this letter is bearer authentication",
                "host debian1 is draining: 3 jobs left, revision 17",
                "attempt 0123456789abcdef0123456789abcdef01234567.2 of https://git.example.test/acme/app@v1",
                "expectedRevision=7 idempotency-key=0b6f0c3e-5b0a-4c0e-a000-000000000001",
                "error: /home/dev/token.txt: no such file"
            })
    void ordinaryMessagesAreKept(String message) {
        assertThat(redactor.redact(message)).isEqualTo(message);
    }

    @Test
    @Tag("R4")
    void underASecretsNameEverythingIsReplacedAtAnyDepth() {
        Map<String, Object> map = Map.of(
                "argv",
                List.of("deploy", Map.of("token", List.of(PLANTED, Map.of("x", PLANTED)))),
                "Authorization",
                "Bearer " + PLANTED,
                "private_key",
                Map.of("d", PLANTED),
                "apiKey",
                12345678,
                "host",
                "debian1");

        Map<String, Object> clean = redactor.redact(map);

        assertThat(Json.text(clean)).doesNotContain(PLANTED).doesNotContain("12345678");
        assertThat(clean).containsEntry("host", "debian1").containsEntry("apiKey", "[REDACTED:key]");
    }

    @Test
    void registeredSecretIsReplacedWhereverItStands() {
        redactor.register(PLANTED);

        assertThat(redactor.redact("a" + PLANTED + "b")).isEqualTo("a[REDACTED:known]b");
        assertThat(redactor.redact(Map.of(PLANTED, "x" + PLANTED)).toString()).doesNotContain(PLANTED);
        assertThatThrownBy(() -> redactor.register("abc")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void privateKeyGoesAsAWholeBlock() {
        String body = "MIIE" + PLANTED + "\n" + PLANTED;
        String block = "-----BEGIN OPENSSH PRIVATE KEY-----\n" + body + "\n-----END OPENSSH PRIVATE KEY-----";

        assertThat(redactor.redact("key:\n" + block + "\nrest")).isEqualTo("key:\n[REDACTED:private-key]\nrest");
        assertThat(redactor.redact(block.replace("\n", "\\n") + "\\nrest")).isEqualTo("[REDACTED:private-key]\\nrest");
        assertThat(redactor.redact("-----BEGIN RSA PRIVATE KEY-----\n" + body)).doesNotContain(PLANTED);
        assertThat(redactor.redact("-----BEGIN CERTIFICATE-----\nabc")).contains("abc");
    }

    @ParameterizedTest
    @MethodSource("jsonTexts")
    @Tag("R5")
    void jsonStaysJson(String json) {
        String clean = redactor.redact(json);

        assertThat(Json.object(clean)).isNotEmpty();
        assertThat(clean).doesNotContain(PLANTED);
    }

    static Stream<String> jsonTexts() {
        return Stream.of(
                "{\"password\":\"" + PLANTED + "\",\"a\":1}",
                "{\"token\":[\"" + PLANTED + "\",{\"b\":\"]\"}],\"a\":1}",
                "{\"secret\":{\"x\":\"" + PLANTED + "\"},\"a\":1}",
                "{\"api_key\":123,\"x\":{\"apiKey\":null}}",
                "{\"a\":\"Authorization: Bearer " + PLANTED + "\",\"b\":2}",
                "{\"a\":\"X_TOKEN=" + PLANTED + "\\nnext\",\"b\":2}",
                "{\"a\":\"{\\\"password\\\":\\\"" + PLANTED + "\\\",\\\"n\\\":1}\",\"b\":2}",
                "{\"authorization\":\"Bearer " + PLANTED + "\",\"cookie\":[\"" + PLANTED + "\"]}",
                "{\"url\":\"https://u:" + PLANTED + "@h/\",\"b\":2}");
    }

    @Test
    @Tag("R5")
    void redactingTwiceChangesNothingMore() {
        Random random = new Random(11);
        List<String> pieces = Stream.concat(
                        Stream.of(
                                "=",
                                ":",
                                " ",
                                "\"",
                                "'",
                                "\\",
                                "\\n",
                                "\n",
                                "{",
                                "}",
                                "[",
                                "]",
                                "@",
                                "://",
                                "?",
                                "&",
                                "Bearer ",
                                "token",
                                "password",
                                "Authorization",
                                "Cookie",
                                "https://",
                                "u:p@h",
                                "-----BEGIN PRIVATE KEY-----",
                                "-----END PRIVATE KEY-----",
                                "[REDACTED:x]",
                                "abc",
                                "s3cretVALUE0123456789",
                                ".eyJ",
                                "eyJ",
                                "Q~"),
                        SecretFormats.tokens(5).map(Sample::value))
                .toList();
        for (int round = 0; round < 4_000; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(1, 12); i > 0; i--) {
                text.append(pieces.get(random.nextInt(pieces.size())));
            }
            String once = redactor.redact(text.toString());

            assertThat(redactor.redact(once)).as("of <%s>", text).isEqualTo(once);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "eyJ",
                "eyJ.",
                ".eyJ",
                "-----BEGIN ",
                "-----BEGIN PRIVATE KEY",
                "ghp_",
                "sk-",
                "://",
                "a:b@",
                "token=",
                "token:\"",
                "\"token\":[",
                "cookie: a=\"",
                "Bearer ",
                "Q~",
                "=",
                "\\",
                "SK0123456789abcdef",
                "T3BlbkFJ",
                "{\"",
                "xoxb-1"
            })
    @Tag("R6")
    void timeIsLinearInTheText(String piece) {
        String text = piece.repeat((1 << 20) / piece.length());

        Assertions.assertTimeout(Duration.ofSeconds(10), () -> redactor.redact(text));
    }

    @Test
    @Tag("R5")
    void limitCutsVisiblyAndNeverLengthens() {
        assertThat(redactor.redact("TOKEN=" + PLANTED, 12)).isEqualTo("TOKEN=[REDA…");
        assertThat(redactor.redact("short", 12)).isEqualTo("short");
    }
}
