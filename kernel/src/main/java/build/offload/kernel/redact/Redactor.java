package build.offload.kernel.redact;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Replaces secrets by {@code [REDACTED:<rule>]}. Redacting twice changes nothing more. Safe for use by several threads.
 */
public final class Redactor {

    private final List<String> known = new CopyOnWriteArrayList<>();

    /** Learn a secret's value, such as the controller's own token; from now on it is replaced wherever it stands. */
    public void register(String secret) {
        if (!secret.isBlank() && !known.contains(secret)) {
            known.add(secret);
        }
    }

    /** Return the text without its secrets. */
    public String redact(String text) {
        String clean = text;
        for (String secret : known) {
            clean = clean.replace(secret, "[REDACTED:known]");
        }
        return clean;
    }

    /** Return a copy of a map of plain values without secrets, at any depth. */
    public Map<String, Object> redact(Map<String, Object> map) {
        Map<String, Object> clean = new LinkedHashMap<>();
        map.forEach((key, value) -> clean.put(key, value(value)));
        return Collections.unmodifiableMap(clean);
    }

    private Object value(Object value) {
        return switch (value) {
            case String text -> redact(text);
            case Map<?, ?> map -> nested(map);
            case List<?> list -> list(list);
            default -> value;
        };
    }

    private Map<String, Object> nested(Map<?, ?> map) {
        Map<String, Object> clean = new LinkedHashMap<>();
        map.forEach((key, value) -> clean.put(String.valueOf(key), value(value)));
        return Collections.unmodifiableMap(clean);
    }

    private List<Object> list(List<?> list) {
        List<Object> clean = new ArrayList<>();
        list.forEach(value -> clean.add(value(value)));
        return Collections.unmodifiableList(clean);
    }
}
