package build.offload.plugin.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** An answer; header names are in lower case. */
record Response(int status, Map<String, String> headers, byte[] body) {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    static Response read(InputStream in, boolean headOnly) throws IOException {
        int status = Integer.parseInt(line(in).split(" ", 3)[1]);
        Map<String, String> headers = new TreeMap<>();
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        boolean empty = headOnly || status == 304;
        return new Response(status, headers, empty ? new byte[0] : body(in, headers));
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)));
    }

    String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    JsonNode json() throws IOException {
        return MAPPER.readTree(body);
    }

    private static byte[] body(InputStream in, Map<String, String> headers) throws IOException {
        if ("chunked".equals(headers.get("transfer-encoding"))) {
            return chunks(in);
        }
        return in.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
    }

    private static byte[] chunks(InputStream in) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (byte[] chunk = chunk(in); chunk.length > 0; chunk = chunk(in)) {
            body.writeBytes(chunk);
        }
        return body.toByteArray();
    }

    /** Read one chunk; the last one is empty. */
    static byte[] chunk(InputStream in) throws IOException {
        byte[] chunk = in.readNBytes(Integer.parseInt(line(in), 16));
        line(in);
        return chunk;
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the connection ended after '" + line.toString(StandardCharsets.UTF_8) + "'");
            }
            line.write(c);
        }
        return line.toString(StandardCharsets.UTF_8).stripTrailing();
    }
}
