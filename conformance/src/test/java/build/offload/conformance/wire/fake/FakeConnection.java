package build.offload.conformance.wire.fake;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;

/** One request over one connection, in HTTP/1.1 as far as a fake needs it. The body is read when the handler asks for it. */
final class FakeConnection {

    private final InputStream in;
    private final OutputStream out;

    FakeConnection(InputStream in, OutputStream out) {
        this.in = in;
        this.out = out;
    }

    /** Read a request, have it answered, write the answer. */
    void serve(Handler handler) throws IOException {
        try {
            Request request = request();
            write(handler.answer(request), request.method().equals("HEAD"));
        } catch (UncheckedIOException gone) {
            throw gone.getCause();
        }
    }

    private Request request() throws IOException {
        String[] start = line().split(" ");
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.merge(line.substring(0, colon), line.substring(colon + 1).strip(), (a, b) -> a + ", " + b);
        }
        boolean sound = start.length == 3 && start[2].equals("HTTP/1.1");
        return new Request(sound ? start[0] : "", sound ? start[1] : "", headers, body(headers));
    }

    private Request.Body body(Map<String, String> headers) {
        AtomicReference<Optional<byte[]>> read = new AtomicReference<>(Optional.empty());
        return () -> read.updateAndGet(known -> Optional.of(known.orElseGet(() -> readBody(headers))))
                .orElseThrow();
    }

    private byte[] readBody(Map<String, String> headers) {
        try {
            if (headers.containsKey("Expect")) {
                out.write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            }
            return headers.containsKey("Transfer-Encoding")
                    ? chunks()
                    : exactly(Integer.parseInt(headers.getOrDefault("Content-Length", "0")));
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int size = Integer.parseInt(line(), 16); size > 0; size = Integer.parseInt(line(), 16)) {
            body.writeBytes(exactly(size));
            line();
        }
        line();
        return body.toByteArray();
    }

    private byte[] exactly(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the client left before its body was complete");
        }
        return bytes;
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the client left before its head was complete");
            }
            if (next != '\r') {
                line.write(next);
            }
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    private void write(Reply reply, boolean headersOnly) throws IOException {
        StringBuilder head = new StringBuilder("HTTP/1.1 " + reply.status() + " -\r\n");
        reply.headers().forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
        head.append("Content-Length: " + reply.body().length + "\r\nConnection: close\r\n\r\n");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(head.toString().getBytes(StandardCharsets.UTF_8));
        if (!headersOnly) {
            bytes.writeBytes(reply.body());
        }
        out.write(bytes.toByteArray());
        out.flush();
    }
}
