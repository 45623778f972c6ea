package build.offload.plugin.http;

import build.offload.spi.frontend.Frontend;
import io.helidon.webserver.WebServer;
import java.net.URI;
import java.time.Duration;

/** The server while it serves. */
final class RunningServer implements Frontend.Running {

    private final WebServer server;
    private final InFlight inFlight;
    private final SlowPeers peers;
    private final URI address;

    RunningServer(WebServer server, InFlight inFlight, SlowPeers peers) {
        this.server = server;
        this.inFlight = inFlight;
        this.peers = peers;
        this.address = URI.create("http://127.0.0.1:" + server.port());
    }

    @Override
    public URI address() {
        return address;
    }

    /** New requests are answered with 503 while those under way finish; then the socket closes. */
    @Override
    public void stop(Duration grace) {
        boolean interrupted = !finished(grace);
        try {
            server.stop();
        } finally {
            peers.close();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Wait for what is under way; false when the waiting itself was interrupted. */
    private boolean finished(Duration grace) {
        try {
            inFlight.close(grace);
            return true;
        } catch (InterruptedException hurried) {
            return false;
        }
    }
}
