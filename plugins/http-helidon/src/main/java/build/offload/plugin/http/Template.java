package build.offload.plugin.http;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A path in which whole segments in braces stand for parameters. */
record Template(String text, List<String> segments) {

    static Template of(String text) {
        return new Template(text, List.copyOf(PathSegments.of(text)));
    }

    /** Return the parameters by name if the segments fit. */
    Optional<Map<String, String>> match(List<String> given) {
        if (segments.size() != given.size()) {
            return Optional.empty();
        }
        Map<String, String> parameters = new HashMap<>();
        for (int i = 0; i < given.size(); i++) {
            if (!fits(segments.get(i), given.get(i), parameters)) {
                return Optional.empty();
            }
        }
        return Optional.of(parameters);
    }

    private static boolean fits(String pattern, String segment, Map<String, String> parameters) {
        if (pattern.startsWith("{")) {
            parameters.put(pattern.substring(1, pattern.length() - 1), segment);
            return !segment.isEmpty();
        }
        return pattern.equals(segment);
    }
}
