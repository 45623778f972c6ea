package build.offload.plugin.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Decodes percent escapes. A plus sign stands for itself: no value of this API holds a blank, but a cursor may hold a plus. */
final class Percent {

    private Percent() {}

    /** Return the text, or nothing if an escape is malformed. */
    static Optional<String> decoded(String text) {
        if (text.indexOf('%') < 0) {
            return Optional.of(text);
        }
        try {
            return Optional.of(URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }
}
