package build.offload.distribution.launcher;

import build.offload.distribution.launcher.FoundPlugins.Failure;
import build.offload.distribution.launcher.FoundPlugins.Loaded;
import build.offload.spi.Plugin;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Instantiates the providers of one layer. A provider may fail in any way a class can; each failure is noted under the
 * provider's name and the next one is tried. What {@link ServiceLoader} and broken classes throw are errors, not exceptions.
 */
final class ProviderScan {

    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,62}");

    private final ModuleLayer layer;
    private final String location;
    private final List<Loaded> loaded = new ArrayList<>();
    private final List<Failure> failures = new ArrayList<>();

    ProviderScan(ModuleLayer layer, String location) {
        this.layer = layer;
        this.location = location;
    }

    FoundPlugins scan() {
        for (PluginKind kind : PluginKind.values()) {
            scan(kind);
        }
        return new FoundPlugins(loaded, failures);
    }

    private void scan(PluginKind kind) {
        Iterator<? extends ServiceLoader.Provider<? extends Plugin>> providers =
                ServiceLoader.load(layer, kind.service()).stream().iterator();
        for (Optional<ServiceLoader.Provider<? extends Plugin>> next = next(kind, providers);
                next.isPresent();
                next = next(kind, providers)) {
            ServiceLoader.Provider<? extends Plugin> provider = next.get();
            // The providers of the parent layers show up in every child.
            if (layer.equals(provider.type().getModule().getLayer())) {
                instantiate(kind, provider);
            }
        }
    }

    // A bad entry makes the iterator throw and leaves it usable, so that the ones behind it are found.
    private Optional<ServiceLoader.Provider<? extends Plugin>> next(
            PluginKind kind, Iterator<? extends ServiceLoader.Provider<? extends Plugin>> providers) {
        while (true) {
            try {
                return providers.hasNext() ? Optional.of(providers.next()) : Optional.empty();
            } catch (ServiceConfigurationError | LinkageError broken) {
                failures.add(
                        new Failure(kind.word() + " in " + location, location, "locate", LoadException.causes(broken)));
            }
        }
    }

    private void instantiate(PluginKind kind, ServiceLoader.Provider<? extends Plugin> provider) {
        Class<? extends Plugin> type = provider.type();
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(type.getClassLoader());
        try {
            Plugin plugin = provider.get();
            loaded.add(new Loaded(plugin, name(plugin), kind.word(), version(type), location));
        } catch (LoadException nameless) {
            failures.add(
                    new Failure(type.getName(), location, nameless.stage(), String.valueOf(nameless.getMessage())));
        } catch (Exception | LinkageError | ServiceConfigurationError | StackOverflowError | AssertionError broken) {
            failures.add(new Failure(type.getName(), location, "instantiate", LoadException.causes(broken)));
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static String name(Plugin plugin) {
        @Nullable String name;
        try {
            name = plugin.name();
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError broken) {
            throw new LoadException("name", broken);
        }
        if (name == null || !NAME.matcher(name).matches()) {
            throw new LoadException(
                    "name",
                    "it calls itself '" + name
                            + "'; a name is 1 to 63 of a-z 0-9 . _ - and begins with a letter or digit");
        }
        return name;
    }

    private static String version(Class<?> type) {
        return type.getModule().getDescriptor().rawVersion().orElse("");
    }
}
