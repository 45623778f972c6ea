package build.offload.conformance.wire.http;

import build.offload.conformance.wire.http.Connector.Connection;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Sends each request over a connection of its own. Safe from any thread. */
public final class Client {

    private final Connector connector;
    private final RequestWriter writer;

    /**
     * Create a client.
     *
     * @param server the address that requests name, with or without a path in front of all others
     */
    public Client(URI server, Connector connector) {
        this.connector = connector;
        this.writer = new RequestWriter(server);
    }

    /**
     * Create a client that connects over TCP.
     *
     * @param patience how long a connection may stay silent
     * @throws IllegalArgumentException when the address is not one of a server that speaks plain HTTP
     */
    public static Client tcp(URI server, Duration patience) {
        if (!"http".equalsIgnoreCase(server.getScheme()) || server.getHost() == null || server.getRawQuery() != null) {
            throw new IllegalArgumentException(
                    server + " is not the address of a server; it must look like http://127.0.0.1:8787");
        }
        return new Client(server, Connector.tcp(server, patience));
    }

    /**
     * Send a request and read the answer to its end.
     *
     * @throws IOException when none comes, or what comes is not HTTP/1.1
     */
    public Answer send(Call call) throws IOException {
        return exchange(writer.bytes(call), call.method());
    }

    /** Send bytes that need not be a request, and read what is answered. */
    public Answer sendRaw(byte[] bytes) throws IOException {
        return exchange(bytes, "");
    }

    /**
     * Send a request several times at once: every connection has all but the last byte before any gets that one.
     *
     * @return the answers, in no particular order
     */
    public List<Answer> race(Call call, int runners) throws IOException {
        byte[] bytes = writer.bytes(call);
        List<Connection> connections = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < runners; i++) {
                Connection connection = connector.open();
                connections.add(connection);
                connection.out().write(bytes, 0, bytes.length - 1);
            }
            List<Future<Answer>> answers = new ArrayList<>();
            for (Connection connection : connections) {
                answers.add(threads.submit(() -> {
                    connection.out().write(bytes[bytes.length - 1]);
                    return read(connection, call.method());
                }));
            }
            return results(answers);
        } finally {
            for (Connection connection : connections) {
                connection.close();
            }
        }
    }

    private static List<Answer> results(List<Future<Answer>> futures) throws IOException {
        List<Answer> answers = new ArrayList<>();
        for (Future<Answer> future : futures) {
            try {
                answers.add(future.get());
            } catch (ExecutionException failed) {
                throw new IOException("one of the parallel requests was not answered: " + failed.getCause(), failed);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while parallel requests were under way", interrupted);
            }
        }
        return answers;
    }

    private Answer exchange(byte[] bytes, String method) throws IOException {
        try (Connection connection = connector.open()) {
            write(connection, bytes);
            return read(connection, method);
        }
    }

    /** A server that refuses early may close its side while the body is still being sent; its answer counts. */
    private static void write(Connection connection, byte[] bytes) throws IOException {
        try {
            connection.out().write(bytes);
        } catch (SocketException refused) {
            if (connection.in().available() == 0) {
                throw refused;
            }
        }
    }

    private static Answer read(Connection connection, String method) throws IOException {
        try {
            return new AnswerReader(new BufferedInputStream(connection.in())).read(method);
        } catch (SocketTimeoutException silent) {
            throw new IOException("the server kept silent for too long", silent);
        }
    }
}
