package build.offload.distribution.launcher;

import build.offload.distribution.launcher.FoundPlugins.Failure;
import build.offload.distribution.launcher.FoundPlugins.Loaded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * Loads the bundled plugins and everything in the plugins folder. Nothing a plugin does while it is loaded stops another
 * one or the launcher: it throws, it breaks, or it hangs, and that is reported under its name.
 */
public final class PluginLoader {

    private static final String BUNDLED = "bundled";

    private final ModuleLayer boot;
    private final Duration limit;
    private final List<Loaded> loaded = new ArrayList<>();
    private final List<Failure> failures = new ArrayList<>();
    private final Map<String, String> owners = new HashMap<>();

    private PluginLoader(ModuleLayer boot, Duration limit) {
        this.boot = boot;
        this.limit = limit;
    }

    /**
     * Load all plugins.
     *
     * @param folder need not exist
     * @param limit how long one jar or folder may take
     * @throws IllegalStateException when the launcher itself was not started on the module path
     */
    public static FoundPlugins load(Path folder, Duration limit) {
        ModuleLayer boot = PluginLoader.class.getModule().getLayer();
        if (boot == null) {
            throw new IllegalStateException(
                    "offload was started on the class path, where plugins cannot be kept apart; start it with its script");
        }
        PluginLoader loader = new PluginLoader(boot, limit);
        loader.add(new ProviderScan(boot, BUNDLED).scan());
        loader.dropIns(folder).forEach(loader::loadWithinLimit);
        return new FoundPlugins(loader.loaded, loader.failures);
    }

    private List<Path> dropIns(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(PluginLoader::isDropIn).sorted().toList();
        } catch (NoSuchFileException none) {
            return List.of();
        } catch (IOException failed) {
            failures.add(new Failure(
                    String.valueOf(folder.getFileName()), folder.toString(), "scan", "cannot be read: " + failed));
            return List.of();
        }
    }

    private static boolean isDropIn(Path entry) {
        String name = String.valueOf(entry.getFileName());
        return !name.startsWith(".") && (Files.isDirectory(entry) || name.endsWith(".jar"));
    }

    private void loadWithinLimit(Path location) {
        FutureTask<FoundPlugins> task = new FutureTask<>(() -> load(location));
        Thread thread = Thread.ofPlatform()
                .daemon()
                .name("load " + location.getFileName())
                .start(task);
        try {
            add(task.get(limit.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException hangs) {
            thread.interrupt();
            fail(location, "instantiate", "it was not loaded after " + limit.toSeconds() + " s and is left alone");
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause();
            fail(
                    location,
                    cause instanceof LoadException load ? load.stage() : "instantiate",
                    cause instanceof LoadException load
                            ? String.valueOf(load.getMessage())
                            : LoadException.causes(cause == null ? failed : cause));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            fail(location, "instantiate", "the start was interrupted");
        }
    }

    private FoundPlugins load(Path location) {
        FoundPlugins found = new ProviderScan(new DropIn(location).layer(boot), location.toString()).scan();
        if (found.loaded().isEmpty() && found.failures().isEmpty()) {
            throw new LoadException(
                    "locate",
                    "it provides no plugin: neither a module-info nor a META-INF/services in it names"
                            + " one of the kinds of build.offload.spi");
        }
        return found;
    }

    private void fail(Path location, String stage, String problem) {
        failures.add(new Failure(String.valueOf(location.getFileName()), location.toString(), stage, problem));
    }

    private void add(FoundPlugins found) {
        failures.addAll(found.failures());
        found.loaded().forEach(this::addUnlessTaken);
    }

    // Bundled ones come first, so nothing dropped in can take the place of one.
    private void addUnlessTaken(Loaded plugin) {
        String owner = owners.putIfAbsent(plugin.kind() + " " + plugin.name(), plugin.location());
        if (owner == null) {
            loaded.add(plugin);
        } else {
            failures.add(new Failure(
                    plugin.name(),
                    plugin.location(),
                    "name",
                    "there is another " + plugin.kind() + " of the name " + plugin.name() + ", from " + owner));
        }
    }
}
