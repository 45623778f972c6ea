package build.offload.plugin.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of a connection after an answer, above all when the request's body was not read. */
class ConnectionTest extends ServedTest {

    private static final Call STATUS = Call.get("/status").without("Connection");
    private static final Call DRAIN = Call.post(
                    "/transition/box-drain", "{\"expectedRevision\":7,\"idempotencyKey\":\"k\",\"args\":{}}")
            .without("Connection");

    @Test
    void aConnectionServesManyRequests() throws IOException {
        try (Connection connection = new Connection(server())) {
            for (int i = 0; i < 3; i++) {
                assertThat(connection.send(STATUS).read().status()).isEqualTo(200);
                assertThat(connection.send(DRAIN).read().status()).isEqualTo(200);
            }
        }
    }

    @Test
    void requestsMayBeSentAhead() throws IOException {
        try (Connection connection = new Connection(server())) {
            connection.send(STATUS).send(DRAIN).send(STATUS);

            assertThat(connection.read().json().path("revision").asLong()).isEqualTo(7);
            assertThat(connection.read().json().path("revision").asLong()).isEqualTo(8);
            assertThat(connection.read().json().path("revision").asLong()).isEqualTo(7);
        }
    }

    @Test
    void aRequestToCloseIsObeyed() throws IOException {
        try (Connection connection = new Connection(server())) {
            assertThat(connection
                            .send(STATUS.with("Connection", "close"))
                            .read()
                            .header("Connection"))
                    .hasValue("close");
            assertThat(connection.ended()).isTrue();
        }
    }

    @Test
    void theBodyOfARefusedRequestIsNotTakenForTheNextRequest() throws IOException {
        String hidden = "POST /transition/box-drain HTTP/1.1\r\nHost: x\r\n\r\n";
        Call refused = Call.of("POST", "/transition/box-drain", hidden.getBytes(StandardCharsets.UTF_8))
                .without("Connection");
        try (Connection connection = new Connection(server())) {
            Response first = connection.send(refused.without("Authorization")).read();
            Response second =
                    connection.send(refused.with("Content-Type", "text/plain")).read();
            Response third = connection.send(STATUS).read();

            assertThat(first.status()).isEqualTo(401);
            assertThat(second.status()).isEqualTo(415);
            assertThat(third.status()).isEqualTo(200);
            assertThat(controller.verbs).isEmpty();
        }
    }

    @Test
    void anUnreadBodyOfUnknownLengthEndsTheConnectionOfAStranger() throws IOException {
        Call stranger = DRAIN.without("Authorization").without("Content-Length").with("Transfer-Encoding", "chunked");
        Call bodiless = new Call(stranger.method(), stranger.target(), stranger.headers(), new byte[0]);
        try (Connection connection = new Connection(server())) {
            Response response = connection.send(bodiless).read();

            assertThat(response.status()).isEqualTo(401);
            assertThat(response.header("Connection")).hasValue("close");
            assertThat(connection.ended()).isTrue();
        }
    }

    @Test
    void aBodyThatWaitsForLeaveIsNotAskedForWhenTheHeadIsRefused() throws IOException {
        Call waiting = new Call(
                "POST", DRAIN.target(), DRAIN.with("Expect", "100-continue").headers(), new byte[0]);
        try (Connection connection = new Connection(server())) {
            Response response =
                    connection.send(waiting.without("Authorization")).read();

            assertThat(response.status()).isEqualTo(401);
            assertThat(connection.ended()).isTrue();
        }
    }

    @Test
    void aBodyThatWaitsForLeaveGetsIt() throws IOException {
        Call waiting = new Call(
                "POST", DRAIN.target(), DRAIN.with("Expect", "100-continue").headers(), new byte[0]);
        try (Connection connection = new Connection(server())) {
            Response leave = connection.send(waiting).read();
            Response response = connection.send(DRAIN.body()).read();

            assertThat(leave.status()).isEqualTo(100);
            assertThat(response.status()).isEqualTo(200);
        }
    }

    @Test
    void aClientThatSendsTooMuchHearsWhy() throws IOException {
        byte[] large = new byte[3 << 20];
        for (String token : List.of(FakeGuard.OPERATOR, "wrong")) {
            HttpURLConnection client = client("/transition/box-drain", token);
            client.setDoOutput(true);
            client.setFixedLengthStreamingMode(large.length);
            client.getOutputStream().write(large);

            assertThat(client.getResponseCode()).isEqualTo(token.equals("wrong") ? 401 : 413);
        }
    }

    @Test
    void aClientThatSendsTooMuchAndWantsToCloseHearsWhyAsWell() throws IOException {
        Call large = Call.of("POST", "/transition/box-drain", new byte[3 << 20]);

        for (int i = 0; i < 5; i++) {
            assertThat(send(large).status()).isEqualTo(413);
            assertThat(send(large.without("Authorization")).status()).isEqualTo(401);
        }
    }

    @Test
    void aProperClientIsServed() throws IOException {
        HttpURLConnection client = client("/status", FakeGuard.DECK);

        assertThat(client.getResponseCode()).isEqualTo(200);
        assertThat(client.getInputStream().readAllBytes()).isNotEmpty();
    }

    private HttpURLConnection client(String path, String token) throws IOException {
        HttpURLConnection client =
                (HttpURLConnection) server().resolve(path).toURL().openConnection();
        client.setRequestProperty("Authorization", "Bearer " + token);
        return client;
    }

    @Test
    void aClientThatLeavesInTheMiddleOfItsBodyChangesNothing() throws IOException {
        try (Connection connection = new Connection(server())) {
            connection.send(
                    new Call("POST", DRAIN.target(), DRAIN.headers(), "{\"expected".getBytes(StandardCharsets.UTF_8)));
        }

        assertThat(send(STATUS.with("Connection", "close")).status()).isEqualTo(200);
        assertThat(controller.verbs).isEmpty();
    }
}
