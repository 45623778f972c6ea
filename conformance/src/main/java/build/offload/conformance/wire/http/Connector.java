package build.offload.conformance.wire.http;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;

/** Opens connections to one server. Safe from any thread. */
@FunctionalInterface
public interface Connector {

    /** Open one more. */
    Connection open() throws IOException;

    /** A connection, for one request. */
    interface Connection extends Closeable {

        /** Return where the request goes. */
        OutputStream out() throws IOException;

        /** Return where the answer comes from. */
        InputStream in() throws IOException;
    }

    /**
     * Connect over TCP.
     *
     * @param patience how long a connection may stay silent
     */
    static Connector tcp(URI server, Duration patience) {
        String host = server.getHost();
        String name = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        InetSocketAddress address = new InetSocketAddress(name, server.getPort() < 0 ? 80 : server.getPort());
        int milliseconds = Math.toIntExact(patience.toMillis());
        return () -> {
            Socket socket = new Socket();
            socket.setTcpNoDelay(true);
            socket.connect(address, milliseconds);
            socket.setSoTimeout(milliseconds);
            return new Tcp(socket);
        };
    }

    /** A connection over TCP. */
    record Tcp(Socket socket) implements Connection {

        @Override
        public OutputStream out() throws IOException {
            return socket.getOutputStream();
        }

        @Override
        public InputStream in() throws IOException {
            return socket.getInputStream();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
