package build.offload.distribution.project;

import java.util.regex.Pattern;

/** The rule for names of environment variables that a build may see. */
public final class VariableName {

    private static final Pattern FORM = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,127}");
    private static final String RESERVED = "OFFLOAD_";

    private VariableName() {}

    /**
     * Return the name when it is one that may be let through.
     *
     * @throws IllegalArgumentException when it is none, or one of ours
     */
    public static String checked(String name) {
        if (!FORM.matcher(name).matches()) {
            throw new IllegalArgumentException("'" + name + "' is no name of an environment variable");
        }
        if (name.startsWith(RESERVED)) {
            throw new IllegalArgumentException(
                    "'" + name + "' is reserved; names that begin with " + RESERVED + " are ours");
        }
        return name;
    }
}
