package build.offload.spi.model;

import java.util.regex.Pattern;

/** A git tree id: the digest of everything a snapshot holds. */
public record TreeId(String value) {

    private static final Pattern FORM = Pattern.compile("[0-9a-f]{40}([0-9a-f]{24})?");

    public TreeId {
        Names.matching("snapshot", value, FORM, "a git tree id");
    }

    @Override
    public String toString() {
        return value;
    }
}
