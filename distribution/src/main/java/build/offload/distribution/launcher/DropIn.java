package build.offload.distribution.launcher;

import java.io.IOException;
import java.lang.module.Configuration;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Collectors;

/**
 * A jar, or a folder of jars, in the plugins folder. It gets a module layer of its own over the boot layer, so that its
 * dependencies are its own; the JDK modules it may use are those of the boot layer.
 */
record DropIn(Path location) {

    /** Modules whose types pass between kernel and plugins; a second copy of one could never fit the first. */
    private static final Set<String> RESERVED =
            Set.of("build.offload.spi", "build.offload.kernel", "build.offload.distribution");

    private static final Attributes.Name MODULE_NAME = new Attributes.Name("Automatic-Module-Name");

    /**
     * Define the layer.
     *
     * @throws LoadException when what is there is broken, does not fit together or cannot be a plugin
     */
    ModuleLayer layer(ModuleLayer boot) {
        ModuleFinder finder = ModuleFinder.of(location);
        Set<ModuleReference> modules = scan(finder);
        if (modules.isEmpty()) {
            throw new LoadException("scan", "there is no jar in it");
        }
        modules.forEach(DropIn::check);
        return resolve(boot, finder, modules);
    }

    private static Set<ModuleReference> scan(ModuleFinder finder) {
        try {
            return finder.findAll();
        } catch (RuntimeException | LinkageError broken) {
            throw new LoadException("scan", broken);
        }
    }

    private static ModuleLayer resolve(ModuleLayer boot, ModuleFinder finder, Set<ModuleReference> modules) {
        Set<String> names = modules.stream()
                .map(module -> module.descriptor().name())
                .collect(Collectors.toCollection(TreeSet::new));
        try {
            // Nothing before and the parent after: the plugin's own copies win over those of the boot layer.
            Configuration configuration = boot.configuration().resolve(finder, ModuleFinder.of(), names);
            return boot.defineModulesWithOneLoader(configuration, ClassLoader.getPlatformClassLoader());
        } catch (RuntimeException | LinkageError unfit) {
            throw new LoadException("resolve", unfit);
        }
    }

    private static void check(ModuleReference module) {
        ModuleDescriptor descriptor = module.descriptor();
        if (RESERVED.contains(descriptor.name())) {
            throw new LoadException(
                    "guard",
                    "it bundles the module " + descriptor.name()
                            + ", which is offload's own; build the plugin against it without packing it in");
        }
        Set<String> services = descriptor.provides().stream()
                .map(ModuleDescriptor.Provides::service)
                .collect(Collectors.toSet());
        if (descriptor.isAutomatic() && PluginKind.anyIn(services) && !namedInManifest(module)) {
            throw new LoadException(
                    "guard",
                    "its module name '" + descriptor.name() + "' comes from the file name and would change"
                            + " with it; give the jar a module-info or an Automatic-Module-Name");
        }
    }

    private static boolean namedInManifest(ModuleReference module) {
        Path jar = Path.of(module.location().orElseThrow());
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            return manifest != null && manifest.getMainAttributes().containsKey(MODULE_NAME);
        } catch (IOException failed) {
            throw new LoadException("guard", "its manifest cannot be read: " + failed.getMessage());
        }
    }
}
