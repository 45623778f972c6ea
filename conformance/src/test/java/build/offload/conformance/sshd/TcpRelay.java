package build.offload.conformance.sshd;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A network between a client and a server of this machine that fails as networks do: it stops passing bytes without a word,
 * breaks every connection there is, breaks them in the middle of a transfer, or takes no connection at all.
 */
public final class TcpRelay implements AutoCloseable {

    private static final int NEVER = -1;

    private final int target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition thawed = lock.newCondition();
    private final Map<Way, Long> passed = new EnumMap<>(Map.of(Way.TO_SERVER, 0L, Way.FROM_SERVER, 0L));
    private final Map<Way, Long> cutAt =
            new EnumMap<>(Map.of(Way.TO_SERVER, (long) NEVER, Way.FROM_SERVER, (long) NEVER));
    private final int port;
    private final boolean http;
    private ServerSocket server;
    private boolean frozen;
    private int cuts;

    /** Which way bytes go. */
    public enum Way {
        TO_SERVER,
        FROM_SERVER
    }

    private TcpRelay(int target, boolean http) throws IOException {
        this.target = target;
        this.http = http;
        this.server = listen(0);
        this.port = server.getLocalPort();
    }

    /** Stand in front of a port of the loopback interface. */
    public static TcpRelay before(int target) throws IOException {
        return serving(new TcpRelay(target, false));
    }

    /** Stand in front of an HTTP server that answers only under the port it listens at: requests name that one. */
    public static TcpRelay beforeHttp(int target) throws IOException {
        return serving(new TcpRelay(target, true));
    }

    private static TcpRelay serving(TcpRelay relay) {
        relay.serve(relay.server);
        return relay;
    }

    private static ServerSocket listen(int port) throws IOException {
        ServerSocket server = new ServerSocket();
        server.setReuseAddress(true);
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 64);
        return server;
    }

    /** Return the port on which clients are taken. */
    public int port() {
        return port;
    }

    /** Pass nothing more, on connections there are and on new ones; none is closed. */
    public void freeze() {
        set(true);
    }

    /** Pass bytes again, those held back first. */
    public void thaw() {
        set(false);
    }

    private void set(boolean still) {
        lock.lock();
        try {
            frozen = still;
            thawed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Break every connection there is; new ones are taken. */
    public void cut() {
        open.forEach(TcpRelay::end);
    }

    /** Break every connection once so many more bytes have gone this way; new ones are taken. */
    public void cutAfter(Way way, long bytes) {
        lock.lock();
        try {
            cutAt.put(way, passed.get(way) + bytes);
        } finally {
            lock.unlock();
        }
    }

    /** Return how often {@link #cutAfter} broke the connections so far. */
    public int cuts() {
        lock.lock();
        try {
            return cuts;
        } finally {
            lock.unlock();
        }
    }

    /** Return how many bytes have gone this way so far. */
    public long passed(Way way) {
        lock.lock();
        try {
            return passed.get(way);
        } finally {
            lock.unlock();
        }
    }

    /** Break every connection, and refuse new ones. */
    public void refuse() throws IOException {
        server.close();
        cut();
    }

    /** Take connections again, on the same port. */
    public void accept() throws IOException {
        server = listen(port);
        serve(server);
    }

    private void serve(ServerSocket listening) {
        Thread.ofVirtual().name("relay").start(() -> {
            try {
                while (true) {
                    join(listening.accept());
                }
            } catch (IOException closed) {
                return;
            }
        });
    }

    private void join(Socket client) {
        try {
            Socket host = new Socket(InetAddress.getLoopbackAddress(), target);
            open.add(client);
            open.add(host);
            pump(Way.TO_SERVER, client, host);
            pump(Way.FROM_SERVER, host, client);
        } catch (IOException unreachable) {
            end(client);
        }
    }

    private void pump(Way way, Socket from, Socket to) {
        Thread.ofVirtual().name("relay-" + way).start(() -> {
            byte[] buffer = new byte[16 * 1024];
            try (from;
                    to) {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                    out.write(named(way, Arrays.copyOf(buffer, allowed(way, read))));
                }
            } catch (IOException broken) {
                return;
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            } finally {
                open.remove(from);
                open.remove(to);
            }
        });
    }

    /** Waits while nothing passes, and returns how much of a chunk may; the rest of one that is cut is lost. */
    private int allowed(Way way, int length) throws InterruptedException, IOException {
        lock.lock();
        try {
            while (frozen) {
                thawed.await();
            }
            long before = passed.get(way);
            passed.put(way, before + length);
            if (cutAt.get(way) != NEVER && before + length > cutAt.get(way)) {
                cutAt.put(way, (long) NEVER);
                cuts++;
                cut();
                throw new IOException("cut");
            }
            return length;
        } finally {
            lock.unlock();
        }
    }

    /** The head of a request comes in one piece from a client of this machine. */
    private byte[] named(Way way, byte[] bytes) {
        if (!http || way == Way.FROM_SERVER) {
            return bytes;
        }
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        return text.replace("Host: 127.0.0.1:" + port, "Host: 127.0.0.1:" + target)
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    private static void end(Socket socket) {
        try {
            socket.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void close() throws IOException {
        refuse();
        thaw();
    }
}
