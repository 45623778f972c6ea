package build.offload.spi.model;

import java.util.regex.Pattern;

/** The textual forms shared by the identifiers of this package; each is checked when the value is built. */
final class Names {

    private Names() {}

    /** Digests are in every row that is read, so they are checked without a pattern, which costs many times as much. */
    static String hex64(String what, String value) {
        return required(what, value, isHex64(value), "64 lower-case hexadecimal digits");
    }

    private static boolean isHex64(String value) {
        boolean hex = value.length() == 64;
        for (int i = 0; hex && i < 64; i++) {
            char digit = value.charAt(i);
            hex = (digit >= '0' && digit <= '9') || (digit >= 'a' && digit <= 'f');
        }
        return hex;
    }

    static String matching(String what, String value, Pattern form, String description) {
        return required(what, value, form.matcher(value).matches(), description);
    }

    private static String required(String what, String value, boolean right, String description) {
        if (!right) {
            throw new InvalidValueException(what, "must be " + description + ", but is '" + shortened(value) + "'");
        }
        return value;
    }

    private static String shortened(String value) {
        return value.length() <= 80 ? value : value.substring(0, 80) + "…";
    }
}
