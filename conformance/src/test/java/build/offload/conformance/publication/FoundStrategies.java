package build.offload.conformance.publication;

import build.offload.spi.publish.PublicationStrategy;
import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Every publication strategy that a plugin module of this repository provides. */
final class FoundStrategies {

    private FoundStrategies() {}

    static List<PublicationStrategy> all() throws IOException, ReflectiveOperationException {
        List<PublicationStrategy> found = new ArrayList<>();
        for (String provider : providers()) {
            found.add(Class.forName(provider)
                    .asSubclass(PublicationStrategy.class)
                    .getConstructor()
                    .newInstance());
        }
        return found;
    }

    private static List<String> providers() throws IOException {
        try (Stream<Path> modules = Files.list(Path.of("../plugins"))) {
            return modules.sorted()
                    .flatMap(module -> ModuleFinder.of(module.resolve("target/classes")).findAll().stream())
                    .flatMap(plugin -> plugin.descriptor().provides().stream())
                    .filter(provides -> provides.service().equals(PublicationStrategy.class.getName()))
                    .flatMap(provides -> provides.providers().stream())
                    .toList();
        }
    }
}
