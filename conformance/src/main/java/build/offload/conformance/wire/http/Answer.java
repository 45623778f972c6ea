package build.offload.conformance.wire.http;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * One answer as it came.
 *
 * @param interim the statuses from 100 to 199 that came before
 */
public record Answer(int status, List<Header> headers, byte[] body, List<Integer> interim) {

    /** Keep copies of the lists. */
    public Answer {
        headers = List.copyOf(headers);
        interim = List.copyOf(interim);
    }

    /** Return a header's value; several of one name are joined by commas. */
    public Optional<String> header(String name) {
        return Header.find(headers, name);
    }

    /** Return the body as text. */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }
}
