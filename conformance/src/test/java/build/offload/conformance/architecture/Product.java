package build.offload.conformance.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The product as it stands: its classes, and its sources in the tree this test was built from. */
final class Product {

    static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("build.offload");

    static final Path ROOT = Path.of("").toAbsolutePath().resolveSibling("").normalize();

    private Product() {}

    /** The folders of all modules with code, named by what they hold: a pom.xml and src. */
    static List<Path> modules() {
        return find(
                ROOT,
                2,
                path -> Files.isRegularFile(path.resolve("pom.xml")) && Files.isDirectory(path.resolve("src")));
    }

    static List<Path> mainSources() {
        return files("src/main/java", ".java");
    }

    static List<Path> testSources() {
        return files("src/test/java", ".java");
    }

    static List<Path> mainScripts() {
        return files("src/main", ".sh");
    }

    private static List<Path> files(String folder, String ending) {
        return modules().stream()
                .map(module -> module.resolve(folder))
                .filter(Files::isDirectory)
                .flatMap(root ->
                        find(root, Integer.MAX_VALUE, path -> path.toString().endsWith(ending)).stream())
                .toList();
    }

    private static List<Path> find(Path start, int depth, java.util.function.Predicate<Path> wanted) {
        try (Stream<Path> paths = Files.walk(start, depth)) {
            return paths.filter(wanted).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + start, e);
        }
    }
}
