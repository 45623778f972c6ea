package build.offload.kernel.plugin;

/**
 * Something that should have given a plugin and did not.
 *
 * @param name the best name there is for it
 * @param location the jar or folder it is in
 * @param stage how far it came, such as {@code resolve} or {@code instantiate}
 * @param problem what is wrong
 */
public record FailedPlugin(String name, String location, String stage, String problem) {}
