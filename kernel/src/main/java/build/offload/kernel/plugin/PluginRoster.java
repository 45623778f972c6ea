package build.offload.kernel.plugin;

import java.util.List;

/** Every plugin there is, and everything that should have been one. */
public record PluginRoster(List<LoadedPlugin> loaded, List<FailedPlugin> failed) {

    public PluginRoster {
        loaded = List.copyOf(loaded);
        failed = List.copyOf(failed);
    }
}
