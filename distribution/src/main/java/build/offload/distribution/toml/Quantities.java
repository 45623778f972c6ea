package build.offload.distribution.toml;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations and sizes as people write them. */
public final class Quantities {

    private static final Pattern SECONDS = Pattern.compile("\\d{1,9}");
    private static final Pattern PARTS =
            Pattern.compile("(?:(\\d{1,6})d)?(?:(\\d{1,6})h)?(?:(\\d{1,6})m)?(?:(\\d{1,9})s)?");
    private static final Pattern SIZE = Pattern.compile("(\\d{1,12})(B|kB|MB|GB|TB|KiB|MiB|GiB|TiB)?");
    private static final Map<String, Long> UNITS = Map.of(
            "B",
            1L,
            "kB",
            1_000L,
            "MB",
            1_000_000L,
            "GB",
            1_000_000_000L,
            "TB",
            1_000_000_000_000L,
            "KiB",
            1L << 10,
            "MiB",
            1L << 20,
            "GiB",
            1L << 30,
            "TiB",
            1L << 40);

    private Quantities() {}

    /**
     * Read a duration such as {@code 90s}, {@code 20m} or {@code 1h30m}; a bare number is seconds.
     *
     * @throws IllegalArgumentException when it is none, or not longer than nothing
     */
    public static Duration duration(String text) {
        Duration duration = SECONDS.matcher(text).matches() ? Duration.ofSeconds(Long.parseLong(text)) : ofParts(text);
        if (duration.isZero()) {
            throw new IllegalArgumentException("must be longer than nothing, but is '" + text + "'");
        }
        return duration;
    }

    private static Duration ofParts(String text) {
        Matcher parts = PARTS.matcher(text);
        if (text.isEmpty() || !parts.matches()) {
            throw new IllegalArgumentException("must be a duration such as 90s, 20m or 1h30m, but is '" + text + "'");
        }
        return Duration.ofDays(part(parts, 1))
                .plusHours(part(parts, 2))
                .plusMinutes(part(parts, 3))
                .plusSeconds(part(parts, 4));
    }

    private static long part(Matcher parts, int group) {
        String digits = parts.group(group);
        return digits == null ? 0 : Long.parseLong(digits);
    }

    /**
     * Read a number of bytes such as {@code 500MB} or {@code 2GiB}; a bare number is bytes.
     *
     * @throws IllegalArgumentException when it is none, or zero
     */
    public static long bytes(String text) {
        Matcher size = SIZE.matcher(text);
        if (!size.matches() || Long.parseLong(size.group(1)) == 0) {
            throw new IllegalArgumentException("must be a size such as 500MB or 2GiB, but is '" + text + "'");
        }
        String unit = size.group(2) == null ? "B" : size.group(2);
        long factor = UNITS.getOrDefault(unit, 1L);
        try {
            return Math.multiplyExact(Long.parseLong(size.group(1)), factor);
        } catch (ArithmeticException tooLarge) {
            throw new IllegalArgumentException("is larger than any disk: '" + text + "'", tooLarge);
        }
    }

    /** Return a number of bytes as people read it. */
    public static String readable(long bytes) {
        if (bytes < 1024) {
            return bytes + " B";
        }
        int power = Math.min(4, (63 - Long.numberOfLeadingZeros(bytes)) / 10);
        return String.format(Locale.ROOT, "%.1f %ciB", bytes / (double) (1L << (10 * power)), " KMGT".charAt(power));
    }
}
