package build.offload.spi.model;

import java.util.regex.Pattern;

/** The textual forms shared by the identifiers of this package; each is checked when the value is built. */
final class Names {

    private static final Pattern HEX_64 = Pattern.compile("[0-9a-f]{64}");

    private Names() {}

    static String hex64(String what, String value) {
        return matching(what, value, HEX_64, "64 lower-case hexadecimal digits");
    }

    static String matching(String what, String value, Pattern form, String description) {
        if (!form.matcher(value).matches()) {
            throw new InvalidValueException(what, "must be " + description + ", but is '" + shortened(value) + "'");
        }
        return value;
    }

    private static String shortened(String value) {
        return value.length() <= 80 ? value : value.substring(0, 80) + "…";
    }
}
