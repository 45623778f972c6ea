package build.offload.conformance.wire.http;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads one answer from a connection, strictly: what is not HTTP/1.1 is an error that says so. */
final class AnswerReader {

    private static final Pattern STATUS_LINE = Pattern.compile("HTTP/1\\.1 ([1-5][0-9][0-9])( .*)?");
    private static final Pattern HEADER = Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*");
    private static final Pattern SIZE = Pattern.compile("([0-9A-Fa-f]{1,7})(;.*)?");
    private static final int LONGEST_LINE = 64 << 10;
    private static final int LARGEST_BODY = 64 << 20;

    private final InputStream in;
    private boolean begun;

    AnswerReader(InputStream in) {
        this.in = in;
    }

    /**
     * Read the answer to a request.
     *
     * @throws ProtocolException when it is not HTTP/1.1
     * @throws EOFException when the connection ends before the answer is complete
     */
    Answer read(String method) throws IOException {
        List<Integer> interim = new ArrayList<>();
        while (true) {
            int status = status();
            List<Header> headers = headers();
            if (status >= 200) {
                return new Answer(status, headers, body(method, status, headers), interim);
            }
            interim.add(status);
        }
    }

    private int status() throws IOException {
        String line = line();
        Matcher matcher = STATUS_LINE.matcher(line);
        if (!matcher.matches()) {
            throw new ProtocolException("the answer does not begin with an HTTP/1.1 status line but with: " + line);
        }
        return Integer.parseInt(matcher.group(1));
    }

    private List<Header> headers() throws IOException {
        List<Header> headers = new ArrayList<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            Matcher matcher = HEADER.matcher(line);
            if (!matcher.matches()) {
                throw new ProtocolException("a line of the answer's head is no header: " + line);
            }
            headers.add(new Header(matcher.group(1), matcher.group(2)));
        }
        return headers;
    }

    private byte[] body(String method, int status, List<Header> headers) throws IOException {
        if (method.equals("HEAD") || status == 204 || status == 304) {
            return new byte[0];
        }
        if (Header.find(headers, "Transfer-Encoding").isPresent()) {
            return chunks();
        }
        Optional<String> length = Header.find(headers, "Content-Length");
        return length.isPresent() ? exactly(number(length.get(), 10)) : in.readNBytes(LARGEST_BODY);
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int size = chunkSize(); size > 0; size = chunkSize()) {
            body.write(exactly(size));
            if (!line().isEmpty()) {
                throw new ProtocolException("a chunk of the answer is longer than its size says");
            }
        }
        headers();
        return body.toByteArray();
    }

    private int chunkSize() throws IOException {
        Matcher matcher = SIZE.matcher(line());
        if (!matcher.matches()) {
            throw new ProtocolException("the size of a chunk of the answer is no hexadecimal number");
        }
        return number(matcher.group(1), 16);
    }

    private static int number(String text, int radix) throws ProtocolException {
        try {
            int number = Integer.parseInt(text, radix);
            if (number >= 0 && number <= LARGEST_BODY) {
                return number;
            }
            throw new ProtocolException("the answer claims to have " + text + " bytes");
        } catch (NumberFormatException malformed) {
            throw new ProtocolException("the length of the answer is no number: " + text);
        }
    }

    private byte[] exactly(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException(
                    "the connection ended after " + bytes.length + " of " + length + " bytes of the answer's body");
        }
        return bytes;
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException(
                        begun
                                ? "the connection ended within the answer's head"
                                : "the connection ended without an answer");
            }
            if (line.size() == LONGEST_LINE) {
                throw new ProtocolException("a line of the answer's head is longer than " + LONGEST_LINE + " bytes");
            }
            begun = true;
            line.write(next);
        }
        String text = line.toString(StandardCharsets.ISO_8859_1);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }
}
