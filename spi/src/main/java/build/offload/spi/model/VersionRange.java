package build.offload.spi.model;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Bounds on a version, all of which must hold: comparisons separated by blanks, such as {@code >=3.8 <4}, or {@code *}.
 * A bare version is a prefix: {@code 21} admits {@code 21.0.3}. Versions compare number by number; what follows the
 * numbers is ignored.
 */
public record VersionRange(String text) {

    private static final Pattern FORM =
            Pattern.compile("\\*|((>=|<=|>|<|=)?\\d+(\\.\\d+)*)( +(>=|<=|>|<|=)?\\d+(\\.\\d+)*)*");
    private static final Pattern NUMBERS = Pattern.compile("\\d+(\\.\\d+)*");

    /** No tool's version is longer; what a strange one prints beyond is not read. */
    private static final int LONGEST = 200;

    public VersionRange {
        if (text.length() > LONGEST) {
            throw new InvalidValueException("version range", "must be at most " + LONGEST + " characters long");
        }
        Names.matching("version range", text, FORM, "'*' or comparisons such as '>=3.8 <4'");
    }

    /** Return the range that every version is in. */
    public static VersionRange everyVersion() {
        return new VersionRange("*");
    }

    /** Return whether every version is in this range. */
    public boolean any() {
        return text.equals("*");
    }

    /** Return whether the version, as a tool prints it, is in this range; one without a number is in none but {@code *}. */
    public boolean contains(String version) {
        if (any()) {
            return true;
        }
        var found = NUMBERS.matcher(version.substring(0, Math.min(version.length(), LONGEST)));
        return found.find() && Arrays.stream(text.split(" +")).allMatch(bound -> holds(bound, numbers(found.group())));
    }

    private static boolean holds(String bound, List<BigInteger> version) {
        String operator = bound.replaceAll("[0-9.]", "");
        List<BigInteger> limit = numbers(bound.substring(operator.length()));
        int order = compare(version, limit);
        return switch (operator) {
            case ">=" -> order >= 0;
            case "<=" -> order <= 0 || startsWith(version, limit);
            case ">" -> order > 0 && !startsWith(version, limit);
            case "<" -> order < 0;
            default -> startsWith(version, limit);
        };
    }

    private static boolean startsWith(List<BigInteger> version, List<BigInteger> prefix) {
        return version.size() >= prefix.size()
                && version.subList(0, prefix.size()).equals(prefix);
    }

    private static List<BigInteger> numbers(String version) {
        return Arrays.stream(version.split("\\.")).map(BigInteger::new).toList();
    }

    private static int compare(List<BigInteger> left, List<BigInteger> right) {
        for (int i = 0; i < Math.max(left.size(), right.size()); i++) {
            int order = part(left, i).compareTo(part(right, i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static BigInteger part(List<BigInteger> version, int index) {
        return index < version.size() ? version.get(index) : BigInteger.ZERO;
    }

    @Override
    public String toString() {
        return text;
    }
}
