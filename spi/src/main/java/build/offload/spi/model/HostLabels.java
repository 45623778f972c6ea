package build.offload.spi.model;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** What an operator says of a host that no probe can find out, such as {@code rack=b}: names with a value each. */
public record HostLabels(Map<String, String> values) {

    /** No label at all. */
    public static final HostLabels NONE = new HostLabels(Map.of());

    private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9._/-]{0,61}[a-z0-9])?");
    private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._/+-]{0,61}[A-Za-z0-9])?");
    private static final int MOST = 64;

    public HostLabels {
        values.forEach(HostLabels::check);
        if (values.size() > MOST) {
            throw new InvalidValueException("labels", "may be " + MOST + " at most, but are " + values.size());
        }
        values = Collections.unmodifiableMap(new TreeMap<>(values));
    }

    /** Return labels of these names and values. */
    public static HostLabels of(Map<String, String> values) {
        return new HostLabels(values);
    }

    /** Return these labels with others set, and some taken away first. */
    public HostLabels with(Map<String, String> set, Collection<String> taken) {
        Map<String, String> result = new TreeMap<>(values);
        taken.forEach(result::remove);
        result.putAll(set);
        return new HostLabels(result);
    }

    private static void check(String name, String value) {
        Names.matching("label", name, NAME, "1 to 63 of a-z 0-9 . _ / - beginning and ending with a letter or digit");
        Names.matching(
                "value of label '" + name + "'",
                value,
                VALUE,
                "1 to 63 of letters, digits and . _ / + - beginning and ending with a letter or digit");
    }
}
