package build.offload.distribution;

import build.offload.distribution.client.Json;
import build.offload.distribution.client.Processes;
import build.offload.distribution.client.RuntimeFile;
import build.offload.distribution.configuration.TokenFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Stands in for a controller: answers what a test has laid ready, in order, and remembers what it was asked. The last
 * answer of a path is given again. It speaks just enough HTTP, and can break off in the middle as a real one never would.
 */
public final class FakeController implements AutoCloseable {

    private static final Duration REQUEST_LIMIT = Duration.ofSeconds(60);

    private final Path folder;
    private final ServerSocket socket;
    private final Map<String, Deque<Answer>> answers = new HashMap<>();
    private final List<Request> requests = new ArrayList<>();
    private final Set<String> held = new HashSet<>();

    /** What was asked. */
    public record Request(String line, Map<String, String> headers, Json body) {}

    /** What is answered; {@code breakOff} drops the connection where more was promised. */
    private record Answer(int status, String headers, String body, boolean breakOff) {}

    private FakeController(Path folder, ServerSocket socket) {
        this.folder = folder;
        this.socket = socket;
    }

    /** Start one whose runtime file and token are below {@code folder}, where a command finds them by {@link #options}. */
    public static FakeController start(Path folder) throws IOException {
        FakeController controller =
                new FakeController(folder, new ServerSocket(0, 16, InetAddress.getLoopbackAddress()));
        Files.createDirectories(folder.resolve("state"));
        TokenFile.makeIfAbsent(folder.resolve("token"), new SecureRandom());
        URI address = URI.create("http://127.0.0.1:" + controller.socket.getLocalPort());
        new RuntimeFile(address, folder.resolve("token"), "test", Processes.self())
                .write(folder.resolve("state").resolve("controller.json"));
        Thread.ofPlatform().daemon().name("fake controller").start(controller::serve);
        return controller;
    }

    /** Return a command line of {@code arguments} that means this controller. */
    public String[] options(String command, String... arguments) {
        List<String> line = new ArrayList<>(
                List.of(command, "--state", folder.resolve("state").toString()));
        line.addAll(List.of(arguments));
        return line.toArray(String[]::new);
    }

    /** Return where the state folder is. */
    public Path state() {
        return folder.resolve("state");
    }

    /** Lay an answer ready for a request such as {@code GET /status}. */
    public FakeController answer(String request, int status, String body) {
        return answer(request, new Answer(status, "", body, false));
    }

    /** Lay an answer with a header ready. */
    public FakeController answer(String request, int status, String header, String body) {
        return answer(request, new Answer(status, header + "\r\n", body, false));
    }

    /** Lay lines ready after which the connection breaks though more was promised. */
    public FakeController answerAndBreak(String request, String body) {
        return answer(request, new Answer(200, "", body, true));
    }

    /** Forget every answer laid ready so far. */
    public synchronized void forget() {
        answers.clear();
    }

    private synchronized FakeController answer(String request, Answer answer) {
        answers.computeIfAbsent(request, _ -> new ArrayDeque<>()).add(answer);
        held.remove(request);
        notifyAll();
        return this;
    }

    /** Return the requests whose line begins so, in order. */
    public synchronized List<Request> requests(String begin) {
        return requests.stream()
                .filter(request -> request.line().startsWith(begin))
                .toList();
    }

    /** Wait until a request whose line begins so has come. */
    public synchronized void awaitRequest(String begin) throws InterruptedException {
        long end = System.nanoTime() + REQUEST_LIMIT.toNanos();
        while (requests(begin).isEmpty()) {
            long left = Duration.ofNanos(end - System.nanoTime()).toMillis();
            if (left <= 0) {
                throw new AssertionError("no request that begins with '" + begin + "' came");
            }
            wait(left);
        }
    }

    private void serve() {
        while (!socket.isClosed()) {
            try {
                Socket connection = socket.accept();
                Thread.ofPlatform().daemon().start(() -> serve(connection));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8));
            Request request = read(in);
            respond(connection.getOutputStream(), next(request));
        } catch (IOException | InterruptedException broken) {
            return;
        }
    }

    private static Request read(BufferedReader in) throws IOException {
        String line = in.readLine();
        Map<String, String> headers = new HashMap<>();
        for (String header = in.readLine(); header != null && !header.isEmpty(); header = in.readLine()) {
            int colon = header.indexOf(':');
            headers.put(
                    header.substring(0, colon).toLowerCase(Locale.ROOT),
                    header.substring(colon + 1).strip());
        }
        char[] body = new char[Integer.parseInt(headers.getOrDefault("content-length", "0"))];
        for (int read = 0; read < body.length; ) {
            read += in.read(body, read, body.length - read);
        }
        byte[] text = body.length == 0 ? new byte[] {'{', '}'} : new String(body).getBytes(StandardCharsets.UTF_8);
        return new Request(line.substring(0, line.lastIndexOf(' ')), headers, Json.parse(text));
    }

    private synchronized Answer next(Request request) throws InterruptedException {
        requests.add(request);
        notifyAll();
        String path = request.line().split("\\?", 2)[0];
        while (held.contains(path)) {
            wait();
        }
        Deque<Answer> ready = answers.get(path);
        if (ready == null) {
            return new Answer(500, "", "{\"error\":\"no answer was laid ready for " + path + "\"}", false);
        }
        return ready.size() > 1 ? ready.remove() : ready.element();
    }

    /** Leave requests for this path without an answer until one is laid ready. */
    public synchronized void hold(String request) {
        held.add(request);
    }

    private static void respond(OutputStream out, Answer answer) throws IOException {
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        int promised = body.length + (answer.breakOff() ? 1000 : 0);
        String head = "HTTP/1.1 " + answer.status() + " x\r\n" + answer.headers() + "Content-Length: " + promised
                + "\r\nConnection: close\r\n\r\n";
        out.write(head.getBytes(StandardCharsets.UTF_8));
        out.write(body);
        out.flush();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
