package build.offload.plugin.http;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** The parameters behind the question mark, read as strictly as a body; each is given once at most. */
final class QueryParameters {

    private final Map<String, String> values;

    private QueryParameters(Map<String, String> values) {
        this.values = Map.copyOf(values);
    }

    /** Take what stands behind the question mark, as it came. */
    static QueryParameters of(String raw) {
        Map<String, String> values = new HashMap<>();
        for (String pair : raw.isEmpty() ? new String[0] : raw.split("&")) {
            int equals = pair.indexOf('=');
            String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
            String value = decoded(equals < 0 ? "" : pair.substring(equals + 1));
            if (values.put(name, value) != null) {
                throw Fields.refused("invalid-value", "This query parameter is given more than once.", name);
            }
        }
        return new QueryParameters(values);
    }

    private static String decoded(String text) {
        return Percent.decoded(text)
                .orElseThrow(
                        () -> new ProblemException(Problems.badRequest("The query has a malformed percent escape.")));
    }

    /** Refuse parameters nobody knows here: a misspelt filter must not answer like none. */
    QueryParameters only(Set<String> known) {
        values.keySet().stream()
                .filter(name -> !known.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw Fields.refused("unknown-field", "There is no query parameter of this name here.", name);
                });
        return this;
    }

    Optional<String> text(String name) {
        return Optional.ofNullable(values.get(name));
    }

    String requiredText(String name) {
        return text(name)
                .orElseThrow(
                        () -> Fields.refused("missing-field", "The query parameter " + name + " is required.", name));
    }

    /** Return a true or false; false where there is none. */
    boolean flag(String name) {
        return switch (text(name).orElse("false")) {
            case "true" -> true;
            case "false" -> false;
            default -> throw Fields.refused("invalid-value", name + " must be true or false.", name);
        };
    }

    /** Return a whole number from {@code smallest} to {@code largest}, or what stands for none. */
    long number(String name, long absent, long smallest, long largest) {
        return text(name).map(text -> parsed(name, text, smallest, largest)).orElse(absent);
    }

    private static long parsed(String name, String text, long smallest, long largest) {
        OptionalLong number =
                text.matches("[0-9]{1,18}") ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
        if (number.isEmpty() || number.getAsLong() < smallest || number.getAsLong() > largest) {
            throw Fields.refused(
                    "invalid-value", name + " must be a whole number from " + smallest + " to " + largest + ".", name);
        }
        return number.getAsLong();
    }
}
