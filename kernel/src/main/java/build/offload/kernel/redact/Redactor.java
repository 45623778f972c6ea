package build.offload.kernel.redact;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Replaces secrets by {@code [REDACTED:<rule>]}: values it was told, values that stand where credentials stand (headers,
 * addresses, assignments, JSON keys), and values that have the shape of a known kind of token. Bare hexadecimal is kept, since
 * commits and digests look like that.
 *
 * <p>Redacting twice changes nothing more, JSON stays JSON, and the time is linear in the text. Safe for use by several
 * threads.
 */
public final class Redactor {

    /** A secret shorter than this would be found in ordinary words. */
    public static final int SHORTEST_KNOWN = 6;

    /** What one rule replaces may bring out what another looks for; this many rounds are more than that ever took. */
    private static final int PASSES = 8;

    private final List<String> known = new CopyOnWriteArrayList<>();

    /**
     * Learn a secret's value, such as the controller's own token; from now on it is replaced wherever it stands.
     *
     * @throws IllegalArgumentException when it is too short to be told from ordinary text
     */
    public void register(String secret) {
        if (secret.strip().length() < SHORTEST_KNOWN) {
            throw new IllegalArgumentException(
                    "a secret of fewer than " + SHORTEST_KNOWN + " characters cannot be redacted");
        }
        if (!known.contains(secret)) {
            known.add(secret);
        }
    }

    /** Forget a secret's value, which nobody uses any more. */
    public void forget(String secret) {
        known.remove(secret);
    }

    /** Return the text without its secrets. */
    public String redact(String text) {
        String clean = text;
        for (int pass = 0; pass < PASSES; pass++) {
            String next = pass(clean);
            if (next.equals(clean)) {
                return clean;
            }
            clean = next;
        }
        return clean;
    }

    private String pass(String text) {
        String clean = text;
        for (String secret : known) {
            clean = clean.replace(secret, Mark.of("known"));
        }
        clean = PrivateKeys.redact(clean);
        clean = Addresses.redact(clean);
        clean = NamedValues.redact(clean);
        clean = BearerWords.redact(clean);
        return TokenShapes.redact(clean);
    }

    /** Return the text without its secrets and no longer than {@code limit} characters; an ellipsis says that it was cut. */
    public String redact(String text, int limit) {
        String clean = redact(text);
        return clean.length() <= limit ? clean : clean.substring(0, limit - 1) + "…";
    }

    /**
     * Return a copy of a map of plain values without secrets, at any depth. What stands under a secret's name is replaced
     * whatever it is, lists and maps included.
     */
    public Map<String, Object> redact(Map<String, Object> map) {
        return entries(map);
    }

    private Map<String, Object> entries(Map<?, ?> map) {
        Map<String, Object> clean = new LinkedHashMap<>();
        map.forEach((key, value) -> {
            String name = String.valueOf(key);
            clean.put(redact(name), SecretNames.includes(name) ? Mark.of("key") : value(value));
        });
        return Collections.unmodifiableMap(clean);
    }

    private Object value(Object value) {
        return switch (value) {
            case String text -> redact(text);
            case Map<?, ?> map -> entries(map);
            case List<?> list -> list(list);
            default -> value;
        };
    }

    private List<Object> list(List<?> list) {
        List<Object> clean = new ArrayList<>();
        list.forEach(value -> clean.add(value(value)));
        return Collections.unmodifiableList(clean);
    }
}
