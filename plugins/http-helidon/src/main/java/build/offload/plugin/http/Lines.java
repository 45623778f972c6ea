package build.offload.plugin.http;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes a body line by line, each at once on its way. A client that has left ends it with {@link ClientGoneException}. */
final class Lines {

    private final OutputStream out;
    private final Wire wire;
    private final SlowPeers peers;
    private boolean clientGone;

    Lines(OutputStream out, Wire wire, SlowPeers peers) {
        this.out = out;
        this.wire = wire;
        this.peers = peers;
    }

    void json(String name, Object value) {
        write(wire.bytes(Map.of(name, value)));
    }

    /** Write an empty line, which keeps the connection warm and finds out whether the client is still there. */
    void empty() {
        write(new byte[0]);
    }

    boolean clientGone() {
        return clientGone;
    }

    private void write(byte[] line) {
        if (clientGone) {
            throw new ClientGoneException(null);
        }
        try {
            peers.within(() -> sent(line));
        } catch (RuntimeException gone) {
            clientGone = true;
            throw new ClientGoneException(gone);
        }
    }

    private boolean sent(byte[] line) {
        try {
            out.write(line);
            out.write('\n');
            out.flush();
            return true;
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** Thrown through whoever produces the lines. */
    static final class ClientGoneException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        ClientGoneException(@Nullable Throwable cause) {
            super("the client has left", cause);
        }
    }
}
