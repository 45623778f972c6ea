package build.offload.kernel.redact;

import build.offload.kernel.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;

/** Builds tokens from the facts about their shapes; none is stored, and none was ever valid. */
final class SecretFormats {

    private static final Map<String, Object> FACTS = facts();

    private SecretFormats() {}

    /** A value of a format, or a text that must be kept. */
    record Sample(String id, String value, boolean onlyInContext) {
        @Override
        public String toString() {
            return id;
        }
    }

    /** Return a token of every format, for a seed. */
    static Stream<Sample> tokens(long seed) {
        Random random = new Random(seed);
        return entries("formats")
                .map(format -> new Sample(
                        text(format, "id"),
                        value(format, random),
                        text(format, "note").contains("redact only")
                                || text(format, "note").contains("redact next to")));
    }

    /** Return every text that must be kept. */
    static Stream<Sample> kept() {
        Random random = new Random(7);
        return entries("mustKeep")
                .map(keep -> new Sample(
                        text(keep, "id"),
                        keep.containsKey("literal") ? text(keep, "literal") : value(keep, random),
                        false));
    }

    private static String value(Map<?, ?> format, Random random) {
        StringBuilder value = new StringBuilder();
        for (Object part : (List<?>) Objects.requireNonNull(format.get("parts"))) {
            Map<?, ?> fields = (Map<?, ?>) part;
            value.append(fields.containsKey("lit") ? text(fields, "lit") : characters(fields, random));
        }
        return value.toString();
    }

    private static String characters(Map<?, ?> part, Random random) {
        String alphabet = expanded(text((Map<?, ?>) Objects.requireNonNull(FACTS.get("alphabets")), text(part, "set")));
        int length = part.containsKey("len")
                ? number(part, "len")
                : random.nextInt(number(part, "min"), number(part, "max") + 1);
        StringBuilder characters = new StringBuilder();
        for (int i = 0; i < length; i++) {
            characters.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return characters.toString();
    }

    /** Spell out the ranges of an alphabet such as {@code A-Z0-9_-}. */
    private static String expanded(String alphabet) {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < alphabet.length(); i++) {
            boolean range = i + 2 < alphabet.length() && alphabet.charAt(i + 1) == '-';
            char last = range ? alphabet.charAt(i + 2) : alphabet.charAt(i);
            for (char c = alphabet.charAt(i); c <= last; c++) {
                all.append(c);
            }
            i += range ? 2 : 0;
        }
        return all.toString();
    }

    private static Stream<Map<?, ?>> entries(String list) {
        return ((List<?>) Objects.requireNonNull(FACTS.get(list))).stream().map(entry -> (Map<?, ?>) entry);
    }

    private static String text(Map<?, ?> map, String key) {
        Object value = map.get(key);
        return value == null ? "" : value.toString();
    }

    private static int number(Map<?, ?> map, String key) {
        return ((Number) Objects.requireNonNull(map.get(key))).intValue();
    }

    private static Map<String, Object> facts() {
        try (InputStream in = SecretFormats.class.getResourceAsStream("/secret-formats.json")) {
            return Json.object(Objects.requireNonNull(in).readAllBytes());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
