package build.offload.conformance.executor;

import build.offload.spi.executor.Executor;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Every executor that a plugin module of this repository provides. */
final class FoundExecutors {

    private FoundExecutors() {}

    static List<Executor> all() throws IOException, ReflectiveOperationException {
        List<Executor> found = new ArrayList<>();
        try (Stream<Path> modules = Files.list(Path.of("../plugins"))) {
            for (Path module : (Iterable<Path>) modules.sorted()::iterator) {
                for (ModuleReference plugin :
                        ModuleFinder.of(module.resolve("target/classes")).findAll()) {
                    found.addAll(providers(plugin.descriptor()));
                }
            }
        }
        return found;
    }

    private static List<Executor> providers(ModuleDescriptor plugin) throws ReflectiveOperationException {
        List<Executor> found = new ArrayList<>();
        for (ModuleDescriptor.Provides provides : plugin.provides()) {
            if (provides.service().equals(Executor.class.getName())) {
                for (String provider : provides.providers()) {
                    found.add(Class.forName(provider)
                            .asSubclass(Executor.class)
                            .getConstructor()
                            .newInstance());
                }
            }
        }
        return found;
    }
}
