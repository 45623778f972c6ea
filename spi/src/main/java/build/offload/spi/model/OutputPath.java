package build.offload.spi.model;

import java.util.List;
import java.util.Locale;

/**
 * A path inside a checkout that a job may bring back: relative, without {@code .} or {@code ..}, inside no {@code .git}
 * folder (in any spelling a file system might fold onto it) and not the project file. The same rule holds when the
 * project file is read, when a submission arrives and when a host's manifest names a file.
 */
public record OutputPath(String value) implements Comparable<OutputPath> {

    public static final String PROJECT_FILE = "offload.toml";

    public OutputPath {
        check(value, List.of(value.split("/", -1)));
    }

    static void check(String value, List<String> components) {
        if (value.isEmpty() || value.length() > 4096 || value.indexOf('\0') >= 0) {
            throw new InvalidValueException("output", "must be a path of 1 to 4096 characters without NUL");
        }
        if (value.startsWith("/")) {
            throw new InvalidValueException("output", "'" + value + "' is absolute; outputs are inside the checkout");
        }
        for (String component : components) {
            checkComponent(value, component);
        }
        if (value.equals(PROJECT_FILE)) {
            throw new InvalidValueException("output", "'" + value + "' is the project file; no build may replace it");
        }
    }

    private static void checkComponent(String value, String component) {
        if (component.isEmpty() || component.equals(".") || component.equals("..")) {
            throw new InvalidValueException("output", "'" + value + "' leaves the checkout or is not in normal form");
        }
        String folded = component.toLowerCase(Locale.ROOT);
        if (folded.equals(".git") || folded.equals("git~1") || component.startsWith(RESERVED_PREFIX)) {
            throw new InvalidValueException(
                    "output", "'" + value + "' names '" + component + "', which is not a build's");
        }
    }

    /** Names that promotion uses beside its targets; never a job's own. */
    public static final String RESERVED_PREFIX = ".offload-";

    @Override
    public int compareTo(OutputPath other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
