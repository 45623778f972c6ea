package build.offload.distribution.rehearsal;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Answers every request with the same small cluster. */
final class CannedController implements AutoCloseable {

    /** One line, as it also stands for a line of a job's stream. */
    private static final String BODY = """
            {"desired":"available","observed":"available","revision":1,"lease":{"active":false},\
            "capacity":{"builders":1,"idleSlots":1,"overloaded":false},"reconciler":{"healthy":true},\
            "dispatch":{"state":"idle"},"hosts":{"one":{"state":"available","role":"builder"}},\
            "queue":{"depth":0,"tickets":[]},"plugins":[],"events":[],"stdout":{"offset":0,"data":""},\
            "jobs":[{"id":"0123456789abcdef","stage":"succeeded","host":"one","rc":0,"pullDurationSeconds":0.5}],\
            "result":{"jobId":"0123456789abcdef","attached":false},\
            "view":{"id":"0123456789abcdef","stage":"succeeded","host":"one","rc":0,"promoted":["out"],\
            "times":{"submitted":"2026-01-01T00:00:00Z","placed":"2026-01-01T00:00:01Z"}}}
            """;

    private static final String LENGTH = "Content-Length:";

    private final ServerSocket socket;

    private CannedController(ServerSocket socket) {
        this.socket = socket;
    }

    static CannedController start() throws IOException {
        CannedController controller = new CannedController(new ServerSocket(0, 4, InetAddress.getLoopbackAddress()));
        Thread.ofPlatform().daemon().name("canned controller").start(controller::serve);
        return controller;
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }

    private void serve() {
        while (!socket.isClosed()) {
            try (Socket connection = socket.accept()) {
                answer(connection);
            } catch (IOException gone) {
                // The asker left, or nobody will ask any more; the loop's condition tells.
            }
        }
    }

    private static void answer(Socket connection) throws IOException {
        BufferedReader in =
                new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.US_ASCII));
        int length = 0;
        for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
            if (line.startsWith(LENGTH)) {
                length = Integer.parseInt(line.substring(LENGTH.length()).strip());
            }
        }
        // What is not read when a connection is closed takes the answer with it.
        in.skip(length);
        byte[] body = BODY.getBytes(StandardCharsets.UTF_8);
        String head = "HTTP/1.1 200 OK\r\nContent-Length: " + body.length + "\r\nConnection: close\r\n\r\n";
        connection.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        connection.getOutputStream().write(body);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
