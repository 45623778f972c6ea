package build.offload.distribution.launcher;

import build.offload.spi.Plugin;
import java.util.List;

/** What loading gave: the plugins that work so far, and everything that does not, each by name. */
public record FoundPlugins(List<Loaded> loaded, List<Failure> failures) {

    public FoundPlugins {
        loaded = List.copyOf(loaded);
        failures = List.copyOf(failures);
    }

    /**
     * A plugin.
     *
     * @param name what it calls itself
     * @param kind the interface it provides, such as {@code executor}
     * @param location the jar or folder it came from, or {@code bundled}
     */
    public record Loaded(Plugin plugin, String name, String kind, String version, String location) {}

    /**
     * Something in a jar or folder that gave no plugin, and why.
     *
     * @param stage how far it came: {@code scan}, {@code guard}, {@code resolve}, {@code locate}, {@code instantiate} or
     *     {@code name}
     */
    public record Failure(String name, String location, String stage, String problem) {}
}
