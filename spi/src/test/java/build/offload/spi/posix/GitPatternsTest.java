package build.offload.spi.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.spi.model.InvalidValueException;
import build.offload.spi.model.KeepPattern;
import build.offload.spi.model.OutputPath;
import build.offload.spi.model.OutputPattern;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** What git makes of our patterns, for names of every kind. */
class GitPatternsTest {

    private static final String[] PARTS = {
        "a", "b", ".", "-", " ", "!", "#", "\\", "'", "\"", "$", "\n", "é", "日", "[", "]", "{", "~"
    };

    @Property(tries = 60)
    void keptIsWhatThePatternCoversAndNothingElse(@ForAll("trees") List<String> tree, @ForAll("patterns") String text)
            throws IOException {
        Optional<KeepPattern> pattern =
                valid(text.replace("[", "").replace("?", "")).map(p -> new KeepPattern(p.value()));
        if (pattern.isPresent()) {
            try (Repository repository = Repository.of(tree)) {
                Set<String> dropped = repository.others("-x", GitPatterns.same(pattern.get()), "-x", "!*/");

                assertThat(dropped)
                        .isEqualTo(repository.covered(path -> !pattern.get().matches(path)));
            }
        }
    }

    @Property(tries = 60)
    void everythingThatAnOutputCoversIsRemoved(@ForAll("trees") List<String> tree, @ForAll("patterns") String text)
            throws IOException {
        Optional<OutputPattern> pattern = valid(text);
        if (pattern.isPresent()) {
            try (Repository repository = Repository.of(tree)) {
                Set<String> removed = repository.others("-i", "-x", GitPatterns.atLeast(pattern.get()));

                assertThat(removed).containsAll(repository.covered(pattern.get()::matches));
            }
        }
    }

    @Test
    void aKeepPatternWithAnotherWildcardIsRefused() {
        for (String text : List.of("a?", "[ab]/c")) {
            assertThatThrownBy(() -> new KeepPattern(text))
                    .isInstanceOf(InvalidValueException.class)
                    .hasMessageContaining("only * and **");
        }
    }

    private static Optional<OutputPattern> valid(String text) {
        try {
            return Optional.of(new OutputPattern(text));
        } catch (InvalidValueException refused) {
            return Optional.empty();
        }
    }

    @Provide
    Arbitrary<List<String>> trees() {
        return paths(Arbitraries.of(PARTS), List.of()).list().ofMinSize(1).ofMaxSize(12);
    }

    @Provide
    Arbitrary<String> patterns() {
        List<String> parts = new ArrayList<>(Arrays.asList(PARTS));
        parts.addAll(List.of("*", "*", "*", "?", "?", "[ab]", "[!a]", "[é-日]"));
        return paths(Arbitraries.of(parts), List.of("**", "*", "**"));
    }

    private static Arbitrary<String> paths(Arbitrary<String> parts, List<String> whole) {
        Arbitrary<String> component = parts.list().ofMinSize(1).ofMaxSize(3).map(all -> String.join("", all));
        Arbitrary<String> each =
                whole.isEmpty() ? component : Arbitraries.oneOf(component, component, Arbitraries.of(whole));
        return each.list().ofMinSize(1).ofMaxSize(3).map(all -> String.join("/", all));
    }

    /** A repository in which nothing is tracked. */
    private record Repository(Path folder, Set<String> files) implements AutoCloseable {

        static Repository of(List<String> wanted) throws IOException {
            Repository made = new Repository(Files.createTempDirectory("patterns"), new TreeSet<>());
            made.git("init", "-q");
            for (String path : wanted) {
                made.create(path);
            }
            return made;
        }

        /** What cannot be beside the others is left out. */
        private void create(String path) throws IOException {
            if (valid(path).isEmpty()) {
                return;
            }
            Path file = folder.resolve(path);
            try {
                Files.createDirectories(file.getParent());
                Files.createFile(file);
                files.add(path);
            } catch (FileSystemException taken) {
                return;
            }
        }

        Set<String> covered(Predicate<OutputPath> covers) {
            return files.stream()
                    .filter(path -> covers.test(new OutputPath(path)))
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        Set<String> others(String... patterns) throws IOException {
            List<String> argv = new ArrayList<>(List.of("ls-files", "-o", "-z"));
            argv.addAll(List.of(patterns));
            return Arrays.stream(git(argv.toArray(String[]::new)).split("\0"))
                    .filter(path -> !path.isEmpty())
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        private String git(String... arguments) throws IOException {
            List<String> argv = new ArrayList<>(List.of("git"));
            argv.addAll(List.of(arguments));
            Process process = new ProcessBuilder(argv)
                    .directory(folder.toFile())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            process.getOutputStream().close();
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }

        @Override
        public void close() throws IOException {
            try (var all = Files.walk(folder)) {
                for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }
}
