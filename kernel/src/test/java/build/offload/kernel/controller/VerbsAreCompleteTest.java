package build.offload.kernel.controller;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.json.Json;
import build.offload.kernel.transition.Transition.Verb;
import build.offload.spi.model.InfraFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A verb is more than a record: it has arguments that can be read, tests, a schema of its result and a line in the page for
 * people. That it has a guard and an effect the compiler sees to, in {@link Rules}.
 */
class VerbsAreCompleteTest {

    private static final Path CONTRACT = Path.of("../docs/contract");

    private static List<String> records() {
        return Arrays.stream(Verb.class.getPermittedSubclasses())
                .map(Class::getSimpleName)
                .toList();
    }

    private static Set<String> kinds() {
        return records().stream().map(VerbsAreCompleteTest::kind).collect(Collectors.toCollection(TreeSet::new));
    }

    private static String kind(String record) {
        return record.replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }

    @Test
    void argumentsOfEveryVerbCanBeRead() {
        assertThat(VerbReader.verbs()).containsExactlyElementsOf(kinds());
    }

    @Test
    void everyVerbHasASchemaOfItsResult() throws IOException {
        Map<String, Object> schema = Json.object(Files.readString(CONTRACT.resolve("transition-results.schema.json")));

        assertThat(schema.get("properties"))
                .isInstanceOfSatisfying(
                        Map.class,
                        verbs -> assertThat(new TreeSet<Object>(verbs.keySet())).isEqualTo(kinds()));
    }

    @Test
    void everyVerbHasALineInThePageWithItsRefusalsItsEffectAndItsEvent() throws IOException {
        List<String> rows = Files.readAllLines(CONTRACT.resolve("verbs.md"));

        assertThat(kinds())
                .allSatisfy(kind -> assertThat(rows)
                        .filteredOn(row -> row.startsWith("| `" + kind + "` |"))
                        .singleElement()
                        .satisfies(row -> assertThat(row.split("\\|")).hasSize(7)));
    }

    @Test
    void everyFailureThatMayBeRetriedIsNamedInThePage() throws IOException {
        List<String> named = Files.readAllLines(CONTRACT.resolve("verbs.md")).stream()
                .dropWhile(line -> !line.startsWith("| failure |"))
                .skip(2)
                .takeWhile(line -> line.startsWith("| "))
                .map(line -> line.split("`")[1])
                .toList();

        assertThat(named)
                .containsExactly(
                        Stream.of(InfraFailure.values()).map(InfraFailure::code).toArray(String[]::new));
    }

    @Test
    void everyVerbIsAskedForInATest() throws IOException {
        String tests;
        try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
            tests = files.filter(file -> file.toString().endsWith("Test.java"))
                    .filter(file -> !file.endsWith("VerbsAreCompleteTest.java"))
                    .map(VerbsAreCompleteTest::text)
                    .collect(Collectors.joining());
        }
        assertThat(records())
                .allSatisfy(record -> assertThat(tests).containsPattern("new (Transition\\.)?" + record + "\\("));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
