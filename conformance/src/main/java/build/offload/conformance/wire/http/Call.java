package build.offload.conformance.wire.http;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/**
 * One request. The client adds {@code Host} where it is not given, the framing of the body, and nothing else.
 *
 * @param target the path with its query, below the server's address
 */
public record Call(String method, String target, List<Header> headers, byte[] body, Framing framing) {

    /** How the body is sent. */
    public enum Framing {
        /** There is no body, and no header speaks of one. */
        NONE,
        /** With {@code Content-Length}. */
        LENGTH,
        /** In chunks. */
        CHUNKED,
        /** Announced by {@code Content-Length} and {@code Expect: 100-continue}, and never sent. */
        WITHHELD
    }

    /** Keep a copy of the headers. */
    public Call {
        headers = List.copyOf(headers);
    }

    /** Make a request without a body. */
    public static Call of(String method, String target) {
        return new Call(method, target, List.of(), new byte[0], Framing.NONE);
    }

    /** Return the same with a header, in place of any of that name. */
    public Call with(String name, String value) {
        return withHeaders(Stream.concat(others(name), Stream.of(new Header(name, value))));
    }

    /** Return the same without a header. */
    public Call without(String name) {
        return withHeaders(others(name));
    }

    /** Return the same with a body, framed by its length. */
    public Call carrying(byte[] newBody) {
        return new Call(method, target, headers, newBody, Framing.LENGTH);
    }

    /** Return the same with a text as its body. */
    public Call carrying(String newBody) {
        return carrying(newBody.getBytes(StandardCharsets.UTF_8));
    }

    /** Return the same with its body sent in another way. */
    public Call framed(Framing newFraming) {
        return new Call(method, target, headers, body, newFraming);
    }

    boolean has(String name) {
        return headers.stream().anyMatch(header -> header.isNamed(name));
    }

    private Stream<Header> others(String name) {
        return headers.stream().filter(header -> !header.isNamed(name));
    }

    private Call withHeaders(Stream<Header> newHeaders) {
        return new Call(method, target, newHeaders.toList(), body, framing);
    }
}
