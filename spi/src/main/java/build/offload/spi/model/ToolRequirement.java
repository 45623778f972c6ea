package build.offload.spi.model;

import java.util.regex.Pattern;

/** A tool a job needs on its host, such as {@code java} in {@code >=21 <26}. */
public record ToolRequirement(String tool, VersionRange versions) {

    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9+._-]{0,63}");

    public ToolRequirement {
        Names.matching("required tool", tool, FORM, "the name of a command");
    }

    @Override
    public String toString() {
        return versions.any() ? tool : tool + " " + versions;
    }
}
