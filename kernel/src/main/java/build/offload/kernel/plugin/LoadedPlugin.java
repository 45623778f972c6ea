package build.offload.kernel.plugin;

import build.offload.spi.Plugin;

/**
 * A plugin that was loaded.
 *
 * @param name what it said its name is, asked once
 * @param kind the word for what it does, such as {@code executor}
 * @param location the jar or folder it came from
 */
public record LoadedPlugin(Plugin plugin, String name, String kind, String version, String location) {}
