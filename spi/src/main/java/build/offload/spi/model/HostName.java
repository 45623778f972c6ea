package build.offload.spi.model;

import java.util.regex.Pattern;

/** The name an operator gave a host; unique over the fleet, the laptop's own name included. */
public record HostName(String value) implements Comparable<HostName> {

    private static final Pattern FORM = Pattern.compile("[a-z0-9]([a-z0-9._-]{0,61}[a-z0-9])?");

    public HostName {
        Names.matching("host", value, FORM, "1 to 63 of a-z 0-9 . _ - beginning and ending with a letter or digit");
    }

    @Override
    public int compareTo(HostName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
