package build.offload.spi.model;

import java.util.regex.Pattern;

/** The name of a secret: what the user's store knows it by, and what its file is called beside a build that asks for it. */
public record SecretName(String value) implements Comparable<SecretName> {

    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}");

    public SecretName {
        Names.matching("secret", value, FORM, "1 to 128 of A-Z a-z 0-9 _ . - beginning with none of . -");
    }

    @Override
    public int compareTo(SecretName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
