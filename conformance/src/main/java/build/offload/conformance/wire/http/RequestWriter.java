package build.offload.conformance.wire.http;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Turns requests into the bytes that go over the wire. */
final class RequestWriter {

    private static final int CHUNK = 8 << 10;

    private final String authority;
    private final String prefix;

    RequestWriter(URI server) {
        this.authority = server.getRawAuthority();
        this.prefix = server.getRawPath().replaceAll("/+$", "");
    }

    byte[] bytes(Call call) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(head(call).getBytes(StandardCharsets.UTF_8));
        switch (call.framing()) {
            case LENGTH -> bytes.writeBytes(call.body());
            case CHUNKED -> bytes.writeBytes(chunked(call.body()));
            case NONE, WITHHELD -> {}
        }
        return bytes.toByteArray();
    }

    private String head(Call call) {
        List<Header> headers = new ArrayList<>();
        if (!call.has("Host")) {
            headers.add(new Header("Host", authority));
        }
        headers.addAll(call.headers());
        headers.addAll(framing(call));
        headers.add(new Header("Connection", "close"));
        StringBuilder head = new StringBuilder(call.method() + " " + prefix + call.target() + " HTTP/1.1\r\n");
        headers.forEach(header -> head.append(header).append("\r\n"));
        return head.append("\r\n").toString();
    }

    private static List<Header> framing(Call call) {
        Header length = new Header("Content-Length", Integer.toString(call.body().length));
        return switch (call.framing()) {
            case NONE -> List.of();
            case LENGTH -> List.of(length);
            case CHUNKED -> List.of(new Header("Transfer-Encoding", "chunked"));
            case WITHHELD -> List.of(length, new Header("Expect", "100-continue"));
        };
    }

    private static byte[] chunked(byte[] body) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int start = 0; start < body.length; start += CHUNK) {
            int size = Math.min(CHUNK, body.length - start);
            bytes.writeBytes((Integer.toHexString(size) + "\r\n").getBytes(StandardCharsets.US_ASCII));
            bytes.write(body, start, size);
            bytes.writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII));
        }
        bytes.writeBytes("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        return bytes.toByteArray();
    }
}
