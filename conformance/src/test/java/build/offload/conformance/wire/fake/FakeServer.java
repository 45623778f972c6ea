package build.offload.conformance.wire.fake;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;

/** Serves a fake over TCP, on any free port of the loopback address. */
public final class FakeServer implements AutoCloseable {

    private static final int LONGEST_QUEUE = 100;
    private static final long MOST_SKIPPED = 1 << 20;

    private final ServerSocket listener;

    private FakeServer(ServerSocket listener) {
        this.listener = listener;
    }

    /** Makes a handler that knows where it is reached. */
    @FunctionalInterface
    public interface Maker {
        Handler at(String authority);
    }

    public static FakeServer start(Maker maker) throws IOException {
        FakeServer server = new FakeServer(new ServerSocket(0, LONGEST_QUEUE, InetAddress.getLoopbackAddress()));
        Handler handler = maker.at(server.url().getAuthority());
        Thread.ofVirtual().start(() -> server.accept(handler));
        return server;
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + listener.getLocalPort());
    }

    private void accept(Handler handler) {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                Thread.ofVirtual().start(() -> serve(socket, handler));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private static void serve(Socket socket, Handler handler) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            new FakeConnection(in, socket.getOutputStream()).serve(handler);
            socket.shutdownOutput();
            skipTheRest(in);
        } catch (IOException gone) {
            // The client left, as it may; nobody waits for an answer any more.
        }
    }

    /** A socket that is closed with something unread in it takes the answer with it. */
    private static void skipTheRest(InputStream in) throws IOException {
        long skipped = 0;
        while (skipped < MOST_SKIPPED && in.read() >= 0) {
            skipped++;
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
