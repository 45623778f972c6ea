package build.offload.plugin.http;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** A request as bytes, so that a test can send also what a proper client would not. */
record Call(String method, String target, Map<String, String> headers, byte[] body) {

    static Call get(String target) {
        return of("GET", target, new byte[0]);
    }

    static Call post(String target, String json) {
        return of("POST", target, json.getBytes(StandardCharsets.UTF_8)).with("Content-Type", "application/json");
    }

    static Call of(String method, String target, byte[] body) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Authorization", "Bearer " + FakeGuard.OPERATOR);
        headers.put("Connection", "close");
        if (body.length > 0) {
            headers.put("Content-Length", Integer.toString(body.length));
        }
        return new Call(method, target, headers, body);
    }

    Call with(String name, String value) {
        Map<String, String> changed = new LinkedHashMap<>(headers);
        changed.put(name, value);
        return new Call(method, target, changed, body);
    }

    Call without(String name) {
        Map<String, String> changed = new LinkedHashMap<>(headers);
        changed.remove(name);
        return new Call(method, target, changed, body);
    }

    Call method(String other) {
        return new Call(other, target, headers, body);
    }

    /** The head and body on the wire; {@code Host} names the server unless the test set another. */
    byte[] bytes(URI server) {
        StringBuilder head = new StringBuilder(method + " " + target + " HTTP/1.1\r\n");
        if (!headers.containsKey("Host")) {
            head.append("Host: ").append(server.getAuthority()).append("\r\n");
        }
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        byte[] start = head.append("\r\n").toString().getBytes(StandardCharsets.UTF_8);
        byte[] all = Arrays.copyOf(start, start.length + body.length);
        System.arraycopy(body, 0, all, start.length, body.length);
        return all;
    }

    Response send(URI server) throws IOException {
        return raw(server, bytes(server), method.equals("HEAD"));
    }

    /** Send bytes on a connection of their own and read one answer. */
    static Response raw(URI server, byte[] bytes, boolean headOnly) throws IOException {
        try (Socket socket = new Socket(server.getHost(), server.getPort())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
            return Response.read(socket.getInputStream(), headOnly);
        }
    }
}
