package build.offload.plugin.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** A connection that a test keeps for several requests, or leaves in the middle of one. */
final class Connection implements AutoCloseable {

    private final URI server;
    private final Socket socket;

    Connection(URI server) throws IOException {
        this.server = server;
        this.socket = new Socket(server.getHost(), server.getPort());
        socket.setSoTimeout(10_000);
    }

    Connection send(Call call) throws IOException {
        return send(call.bytes(server));
    }

    Connection send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.UTF_8));
    }

    Connection send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
        return this;
    }

    Response read() throws IOException {
        return Response.read(socket.getInputStream(), false);
    }

    InputStream in() throws IOException {
        return socket.getInputStream();
    }

    /** Return whether the server ended the connection; waits until it does, or for the time limit of the socket. */
    boolean ended() throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketException reset) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
