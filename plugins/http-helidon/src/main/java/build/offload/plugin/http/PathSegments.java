package build.offload.plugin.http;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits a path at its slashes and only then decodes, so that an encoded slash never makes a segment. Nothing is normalised:
 * {@code //} and {@code ..} are segments like any other, and no route has such.
 */
final class PathSegments {

    private PathSegments() {}

    static List<String> of(String rawPath) {
        List<String> segments = new ArrayList<>();
        for (String segment : rawPath.substring(rawPath.startsWith("/") ? 1 : 0).split("/", -1)) {
            segments.add(Percent.decoded(segment).orElse(segment));
        }
        return segments;
    }
}
