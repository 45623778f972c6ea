package build.offload.plugin.http;

import build.offload.spi.frontend.Frontend;
import io.helidon.common.socket.SocketOptions;
import io.helidon.http.DirectHandler.EventType;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.DirectHandlers;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.function.Supplier;

/** Serves the wire contract and the operator API over HTTP/1.1 on loopback. */
public final class HttpFrontend implements Frontend {

    private static final Duration IDLE = Duration.ofMinutes(2);
    private static final Duration IDLE_CHECK = Duration.ofSeconds(30);
    private static final int LONGEST_REQUEST_LINE = 4 << 10;
    private static final int LARGEST_HEAD = 16 << 10;

    private final Limits limits;

    /** Create a frontend with the product's limits. */
    public HttpFrontend() {
        this(Limits.standard());
    }

    HttpFrontend(Limits limits) {
        this.limits = limits;
    }

    @Override
    public String name() {
        return "http-helidon";
    }

    @Override
    public Running start(FrontendContext context) throws IOException {
        InetSocketAddress address = new InetSocketAddress(loopback(), context.port());
        checkFree(address);
        SlowPeers peers = new SlowPeers(limits.times().peer());
        InFlight inFlight = new InFlight();
        WebServer server = withOwnClasses(
                () -> configured(context, address, peers, inFlight).start());
        if (!server.isRunning()) {
            peers.close();
            throw new IOException("cannot listen on " + shown(address) + "; the log says why");
        }
        return new RunningServer(server, inFlight, peers);
    }

    private static InetAddress loopback() throws IOException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    }

    /** The server only logs that it could not bind, and leaves a thread behind; so the address is tried first. */
    private static void checkFree(InetSocketAddress address) throws IOException {
        try (ServerSocketChannel channel = ServerSocketChannel.open()) {
            channel.bind(address);
        } catch (IOException taken) {
            throw new IOException(
                    "cannot listen on " + shown(address) + " (" + taken.getMessage()
                            + "). Most likely another controller is "
                            + "running on this machine: stop it, or choose another port in the configuration.",
                    taken);
        }
    }

    /** Helidon finds its parts through the thread's class loader, which knows nothing of a plugin's. */
    private static WebServer withOwnClasses(Supplier<WebServer> start) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(HttpFrontend.class.getClassLoader());
        try {
            return start.get();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static String shown(InetSocketAddress address) {
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }

    private WebServer configured(
            FrontendContext context, InetSocketAddress address, SlowPeers peers, InFlight inFlight) {
        Wire wire = new Wire();
        Gate gate = new Gate(context.access(), Routes.table(context.controller(), wire, limits));
        Responder responder =
                new Responder(wire, peers, inFlight, limits.sizes().skippedBytes());
        Dispatcher dispatcher =
                new Dispatcher(gate, inFlight, request -> new Body(request, wire, peers), responder, context.version());
        return WebServer.builder()
                .bindAddress(address)
                .shutdownHook(false)
                .featuresDiscoverServices(false)
                .protocolsDiscoverServices(false)
                .addConnectionSelector(http1(peers))
                .connectionOptions(SocketOptions.builder().tcpNoDelay(true).build())
                .directHandlers(refusals(new ServerRefusals(gate, wire)))
                .maxTcpConnections(limits.sizes().connections())
                .maxPayloadSize(limits.sizes().skippedBytes())
                .idleConnectionTimeout(IDLE)
                .idleConnectionPeriod(IDLE_CHECK)
                .routing(HttpRouting.builder().any(dispatcher))
                .build();
    }

    private static Http1ConnectionSelector http1(SlowPeers peers) {
        Http1Config config = Http1Config.builder()
                .maxPrologueLength(LONGEST_REQUEST_LINE)
                .maxHeadersSize(LARGEST_HEAD)
                .sendKeepAliveHeader(false)
                .addReceiveListener(peers)
                .build();
        return Http1ConnectionSelector.builder().config(config).build();
    }

    private static DirectHandlers refusals(ServerRefusals handler) {
        DirectHandlers.Builder builder = DirectHandlers.builder();
        for (EventType type : EventType.values()) {
            builder.addHandler(type, handler);
        }
        return builder.build();
    }
}
