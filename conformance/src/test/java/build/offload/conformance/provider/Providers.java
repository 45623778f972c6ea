package build.offload.conformance.provider;

import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What the plugin modules of this repository provide. */
public final class Providers {

    private Providers() {}

    /** Return a new one of each that is provided for a service. */
    public static <T> List<T> of(Class<T> service) throws IOException, ReflectiveOperationException {
        List<T> found = new ArrayList<>();
        for (String provider : names(service)) {
            found.add(
                    Class.forName(provider).asSubclass(service).getConstructor().newInstance());
        }
        return found;
    }

    private static List<String> names(Class<?> service) throws IOException {
        try (Stream<Path> modules = Files.list(Path.of("../plugins"))) {
            return modules.sorted()
                    .flatMap(module -> ModuleFinder.of(module.resolve("target/classes")).findAll().stream())
                    .flatMap(plugin -> plugin.descriptor().provides().stream())
                    .filter(provides -> provides.service().equals(service.getName()))
                    .flatMap(provides -> provides.providers().stream())
                    .toList();
        }
    }
}
