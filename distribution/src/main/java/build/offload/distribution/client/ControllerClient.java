package build.offload.distribution.client;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;
import build.offload.distribution.configuration.Places;
import build.offload.distribution.configuration.TokenFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A connection to one controller. {@link HttpURLConnection} is used because the newer client costs 300 ms at the exit of
 * the JVM. May be used from several threads.
 */
public final class ControllerClient {

    private static final int CONNECT_MILLIS = 5_000;
    private static final int ANSWER_MILLIS = 60_000;
    /** A submission is answered once the checkout is captured, which takes its time the first time. */
    private static final int CHANGE_MILLIS = 600_000;

    private static final int FIRST_ERROR = 400;
    private static final int FIRST_SERVER_ERROR = 500;
    private static final Duration LONGEST_RETRY = Duration.ofSeconds(5);

    private final URI address;
    private final String authorization;

    private ControllerClient(URI address, String token) {
        this.address = address;
        this.authorization = "Bearer " + token;
    }

    /**
     * Find the running controller of a state folder.
     *
     * @throws CommandFailure with code 69 when none runs there, with code 77 when it is of another version than this command
     */
    public static ControllerClient of(Places places) {
        RuntimeFile running = RuntimeFile.read(places.runtimeFile()).orElseThrow(() -> noController(places));
        OwnVersion.requireSame(running.version());
        requireLoopback(running.address());
        return new ControllerClient(running.address(), TokenFile.read(running.tokenFile()));
    }

    private static CommandFailure noController(Places places) {
        return new CommandFailure(
                ExitCode.NO_CONTROLLER,
                "no controller runs on the state folder " + places.state() + "; start one with: offload up --detach");
    }

    // The token must never leave this machine, whatever the file says.
    private static void requireLoopback(URI address) {
        String host = String.valueOf(address.getHost());
        if (!host.equals("127.0.0.1") && !host.equals("[::1]") && !host.equals("localhost")) {
            throw new CommandFailure(
                    ExitCode.REFUSED, "the controller's address " + address + " is not on this machine");
        }
    }

    /** Return the path of something in the operator API, each part encoded. */
    public static String api(String... parts) {
        StringBuilder path = new StringBuilder("/api/offload/v1");
        for (String part : parts) {
            path.append('/').append(encoded(part));
        }
        return path.toString();
    }

    /** Return a text as it must be written in an address. */
    public static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /**
     * Ask for something.
     *
     * @throws IOException when the controller cannot be reached or breaks off
     */
    public Reply get(String path) throws IOException {
        return reply(connection(path, ANSWER_MILLIS));
    }

    /**
     * Ask for a change.
     *
     * @throws IOException when the controller cannot be reached or breaks off; whether it was done is then not known
     */
    public Reply post(String path, Map<String, ?> body) throws IOException {
        HttpURLConnection connection = connection(path, CHANGE_MILLIS);
        connection.setRequestMethod("POST");
        connection.setRequestProperty("Content-Type", "application/json");
        connection.setDoOutput(true);
        byte[] text = Json.bytes(body);
        connection.setFixedLengthStreamingMode(text.length);
        try (OutputStream out = connection.getOutputStream()) {
            out.write(text);
        }
        return reply(connection);
    }

    /**
     * Open an answer that comes bit by bit.
     *
     * @param silence how long nothing may come before reading fails
     * @throws IOException when the controller cannot be reached, or cannot answer now
     * @throws CommandFailure when it refuses
     */
    public InputStream stream(String path, Duration silence, String wish) throws IOException {
        HttpURLConnection connection = connection(path, Math.toIntExact(silence.toMillis()));
        int status = connection.getResponseCode();
        if (status >= FIRST_SERVER_ERROR) {
            throw new IOException("it answered " + status);
        }
        if (status != HttpURLConnection.HTTP_OK) {
            throw reply(connection).failure(wish);
        }
        return connection.getInputStream();
    }

    /** Turn a failed connection into the failure of the command. */
    public CommandFailure unreachable(IOException failed) {
        return new CommandFailure(
                ExitCode.NO_CONTROLLER,
                "the controller at " + address + " does not answer: " + failed.getMessage(),
                failed);
    }

    private HttpURLConnection connection(String path, int answerMillis) throws IOException {
        // The controller is on this machine: a proxy from the environment would only hand our token to somebody else.
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(address + path).toURL().openConnection(Proxy.NO_PROXY);
        connection.setConnectTimeout(CONNECT_MILLIS);
        connection.setReadTimeout(answerMillis);
        connection.setInstanceFollowRedirects(false);
        connection.setUseCaches(false);
        connection.setRequestProperty("Authorization", authorization);
        return connection;
    }

    private static Reply reply(HttpURLConnection connection) throws IOException {
        int status = connection.getResponseCode();
        return new Reply(status, bodyOf(connection, status), retryAfter(connection));
    }

    private static byte[] bodyOf(HttpURLConnection connection, int status) throws IOException {
        try (InputStream body = status >= FIRST_ERROR ? connection.getErrorStream() : connection.getInputStream()) {
            return body == null ? new byte[0] : body.readAllBytes();
        }
    }

    private static Optional<Duration> retryAfter(HttpURLConnection connection) {
        int seconds = connection.getHeaderFieldInt("Retry-After", -1);
        return seconds < 0
                ? Optional.empty()
                : Optional.of(Duration.ofSeconds(Math.min(seconds, LONGEST_RETRY.toSeconds())));
    }
}
