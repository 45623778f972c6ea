package build.offload.conformance.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.conformance.architecture.SourceCheck.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The rules of style that only the source shows, each checked against the tree and against text that breaks it. */
class SourceTest {

    private static final List<Source> SOURCES = parse();

    @ParameterizedTest
    @EnumSource(names = {"FILE_LENGTH", "LEFTOVER_MARKER", "METHOD_LENGTH", "PARAMETERS"})
    void everySourceObeys(SourceCheck check) {
        assertThat(SOURCES).hasSizeGreaterThan(40);
        assertThat(violations(check, SOURCES)).isEmpty();
    }

    @Test
    void noSwitchOverAClosedTypeOfOursHasADefault() {
        Map<String, String> product = SOURCES.stream()
                .filter(source ->
                        source.name().contains("/src/main/") && !source.name().endsWith("module-info.java"))
                .collect(Collectors.toMap(Source::name, Source::text));

        assertThat(DefaultCases.in(product)).isEmpty();
    }

    @Test
    void aDefaultIsFoundOverClosedTypesOfOursOnly() {
        String text = """
                package build.offload.kernel;

                import java.util.concurrent.TimeUnit;

                class Offender {
                    enum Stage { FIRST, SECOND }
                    sealed interface Outcome { record Good() implements Outcome {} record Bad() implements Outcome {} }

                    int stage(Stage stage) { return switch (stage) { case FIRST -> 1; default -> 2; }; }
                    void old(Stage stage) { switch (stage) { case FIRST: return; default: return; } }
                    int outcome(Outcome outcome) { return switch (outcome) { case Outcome.Good _ -> 1; case null, default -> 2; }; }
                    int text(String text) { return switch (text) { case "a" -> 1; default -> 2; }; }
                    int open(Object any) { return switch (any) { case String _ -> 1; default -> 2; }; }
                    int foreign(TimeUnit unit) { return switch (unit) { case DAYS -> 1; default -> 2; }; }
                    int full(Stage stage) { return switch (stage) { case FIRST -> 1; case SECOND -> 2; }; }
                }
                """;

        List<String> found = DefaultCases.in(Map.of("Offender.java", text));

        assertThat(found)
                .extracting(line -> line.replaceAll(" .*", ""))
                .containsExactly("Offender.java:9", "Offender.java:10", "Offender.java:11");
    }

    @Test
    void throwableIsCaughtWherePluginsAreGuardedOnly() {
        List<Source> outside = SOURCES.stream()
                .filter(source -> source.name().contains("/src/main/"))
                .filter(source -> !source.name().contains("/kernel/plugin/"))
                // Calls of the system's functions are declared to throw Throwable, whatever they do.
                .filter(source -> !source.name().endsWith("/publish/checkout/Posix.java"))
                .toList();

        assertThat(outside).isNotEmpty();
        assertThat(violations(SourceCheck.NO_CATCH_OF_EVERYTHING, outside)).isEmpty();
    }

    @Test
    void noProcessIsKnownByWeakEvidence() {
        List<Source> product = SOURCES.stream()
                .filter(source ->
                        source.name().contains("/src/main/") && !source.name().startsWith("conformance/"))
                // The kernel takes this lock away with the process that holds it; that nobody has it is all it says.
                .filter(source -> !source.name().endsWith("/launcher/StateLock.java"))
                // Looks at the start ticks and the boot before it goes by the handle.
                .filter(source -> !source.name().endsWith("/launcher/RunningController.java"))
                .toList();

        assertThat(product).isNotEmpty();
        assertThat(violations(SourceCheck.NO_WEAK_EVIDENCE, product)).isEmpty();
    }

    @Test
    void noScriptOfTheProductLooksForProcessesByNameOrOpenFiles() throws IOException {
        List<Path> scripts = Product.mainScripts();

        assertThat(scripts).hasSizeGreaterThan(5);
        assertThat(scripts)
                .noneMatch(script ->
                        SourceCheck.LOOKS_AT_PROCESSES.matcher(text(script)).find());
    }

    @Test
    void noTestSleeps() {
        List<Source> tests = SOURCES.stream()
                .filter(source -> source.name().contains("/src/test/"))
                // What other processes do can only be looked for again, in this one place and within a bound.
                .filter(source -> !source.name().endsWith("/conformance/product/Waits.java"))
                .toList();

        assertThat(tests).isNotEmpty();
        assertThat(violations(SourceCheck.NO_SLEEP, tests)).isEmpty();
    }

    @Test
    void noClassIsOutsideItsModulesRootPackage() {
        for (Path module : Product.modules()) {
            Path sources = module.resolve("src/main/java");
            Path descriptor = sources.resolve("module-info.java");
            if (Files.isRegularFile(descriptor)) {
                Path root = sources.resolve(moduleName(descriptor).replace('.', '/'));
                assertThat(Product.mainSources())
                        .filteredOn(source -> source.startsWith(sources) && !source.equals(descriptor))
                        .isNotEmpty()
                        .allMatch(source -> source.startsWith(root), "is in " + root);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void theCheckBitesAndNamesTheFile(SourceCheck check) {
        Source offender = source("Offender.java", offence(check));

        assertThat(check.violations(offender)).singleElement().asString().startsWith("Offender.java");
    }

    @ParameterizedTest
    @EnumSource
    void theCheckAcceptsWhatIsAllowed(SourceCheck check) {
        Source good = source("Good.java", """
                /** Says Thread.sleep(1) and default -> in a comment. */
                record Good(int a, int b, int c, int d, int e, int f) {
                    Good(int a, int b, int c, int d, int e, int f) {
                        this.a = a;
                    }

                    int pick(Stage stage) {
                        return switch (stage) {
                            case FIRST, SECOND -> "default: x".length();
                            case THIRD -> 3;
                        };
                    }
                }
                """);

        assertThat(check.violations(good)).isEmpty();
    }

    private static String offence(SourceCheck check) {
        String line = "x();\n";
        return switch (check) {
            case FILE_LENGTH -> "class Offender {}\n" + "\n".repeat(500);
            case LEFTOVER_MARKER -> "class Offender {} // TO" + "DO: finish\n";
            case METHOD_LENGTH -> "class Offender { void long1() {\n" + line.repeat(60) + "} }";
            case PARAMETERS -> "class Offender { void many(int a, int b, int c, int d, int e, int f) {} }";
            case NO_CATCH_OF_EVERYTHING -> "class Offender { void f() { try { g(); } catch (Throwable all) { } } }";
            case NO_WEAK_EVIDENCE -> "class Offender { boolean f() { return ProcessHandle.of(7).isPresent(); } }";
            case NO_SLEEP -> "class Offender { void f() throws Exception { Thread.sleep(10); } }";
        };
    }

    private static List<String> violations(SourceCheck check, List<Source> sources) {
        return sources.stream()
                .flatMap(source -> check.violations(source).stream())
                .toList();
    }

    private static Source source(String name, String text) {
        return Source.parse(Map.of(name, text)).getFirst();
    }

    private static List<Source> parse() {
        return Source.parse(Stream.concat(Product.mainSources().stream(), Product.testSources().stream())
                .collect(Collectors.toMap(SourceTest::nameInTree, SourceTest::text)));
    }

    private static String nameInTree(Path source) {
        return Product.ROOT.relativize(source).toString();
    }

    private static String text(Path source) {
        try {
            return Files.readString(source);
        } catch (IOException e) {
            throw new AssertionError("cannot read " + source, e);
        }
    }

    private static String moduleName(Path descriptor) {
        return source(nameInTree(descriptor), text(descriptor))
                .tree()
                .getModule()
                .getName()
                .toString();
    }
}
