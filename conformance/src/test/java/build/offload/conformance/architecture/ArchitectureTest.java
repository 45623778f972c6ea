package build.offload.conformance.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules of the architecture, each checked against the product and against code that breaks it. */
class ArchitectureTest {

    @ParameterizedTest
    @MethodSource("laws")
    void theProductObeys(Law law) {
        law.rule().check(Product.CLASSES);
    }

    @ParameterizedTest
    @MethodSource("laws")
    void theRuleBitesAndNamesTheOffender(Law law) {
        JavaClasses offenders = new ClassFileImporter().importClasses(law.offenders());

        assertThatThrownBy(() -> law.rule().check(offenders))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(law.id() + ":")
                .hasMessageContaining(law.offenders().getFirst().getName());
    }

    @Test
    void everySourceFileOfTheProductWasImported() {
        List<String> expected = Product.mainSources().stream()
                .map(ArchitectureTest::className)
                .filter(name -> !name.endsWith("-info"))
                .toList();

        List<String> imported = Product.CLASSES.stream().map(JavaClass::getName).toList();

        assertThat(expected)
                .hasSizeGreaterThan(20)
                .contains("build.offload.spi.Plugin", "build.offload.distribution.Main");
        assertThat(imported).containsAll(expected);
    }

    @Test
    void theImportHoldsNoTestCode() {
        assertThat(Product.CLASSES).noneMatch(type -> type.getName().contains(".offender.") || comesFromTests(type));
    }

    private static boolean comesFromTests(JavaClass type) {
        return type.getSource()
                .filter(source -> source.getUri().toString().contains("/test-classes/"))
                .isPresent();
    }

    static Stream<Law> laws() {
        return Stream.of(DependencyLaws.class, BehaviourLaws.class)
                .flatMap(holder -> Arrays.stream(holder.getDeclaredFields()))
                .filter(field -> field.getType() == Law.class)
                .map(ArchitectureTest::law);
    }

    private static Law law(Field field) {
        try {
            return (Law) field.get(null);
        } catch (IllegalAccessException e) {
            throw new AssertionError(field + " must be visible to its package", e);
        }
    }

    private static String className(Path source) {
        String path = source.toString();
        String marker = "/src/main/java/";
        return path.substring(path.indexOf(marker) + marker.length(), path.length() - ".java".length())
                .replace('/', '.');
    }
}
