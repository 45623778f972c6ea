package build.offload.conformance.product;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.conformance.sshd.LoopbackSshd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names that a shell would read as something else, on hosts whose login shells differ. */
@Tag("B40")
class AwkwardNamesTest {

    private static final List<String> SHELLS = List.of("sh", "bash", "fish");

    private static final Set<String> OURS = Set.of("mirrors", "attempts", "warm", "pruned");

    @TempDir
    private static Path folder;

    private static final Map<String, LoopbackSshd> HOSTS = new TreeMap<>();
    private static Product product;

    @BeforeAll
    static void start() throws Exception {
        LoopbackSshd.assumeInstalled();
        product = new Product(folder);
        // Names are bytes, whatever the locale of the terminal.
        product.environment().put("LC_ALL", "C");
        product.up();
        for (String shell : SHELLS) {
            Path program = Path.of("/usr/bin", shell);
            if (Files.isExecutable(program)) {
                // What sshd does with the login shell of the user's account, for any shell.
                String settings = "ForceCommand exec " + program + " -c \"$SSH_ORIGINAL_COMMAND\"";
                LoopbackSshd sshd = LoopbackSshd.start(folder.resolve("sshd-" + shell), settings);
                HOSTS.put(shell, sshd);
                product.enrol(shell, sshd, 1);
            }
        }
    }

    @AfterAll
    static void stop() throws Exception {
        if (product != null) {
            product.close();
        }
        for (LoopbackSshd host : HOSTS.values()) {
            host.close();
        }
    }

    static Stream<String> names() {
        return Stream.of("a b", "it's", "$HOME", "~x", "-rf", "line\nbreak", "日本");
    }

    /** Makes a checkout in a folder of that name, with a sub-folder and a file of that name, and builds it in the sub-folder. */
    @ParameterizedTest
    @MethodSource("names")
    @DisplayName("B40 a checkout, folder and file of any name: the same bytes built, the same outputs back")
    void aCheckoutOfAnyNameIsBuiltAndNothingElseIsTouched(String name) throws Exception {
        // given
        Path place = Files.createTempDirectory(folder, "place");
        Project project = Project.in(place.resolve(name), product);
        project.file(name + "/" + name, "content of " + name).commit();
        List<Path> before = surroundings(place);

        // when
        Outcome outcome = product.offload(
                project.path(name), "run", "--output", "made", "--", "sh", "-c", "cp -- \"$1\" made; pwd", "sh", name);

        // then
        assertThat(outcome.exit()).as(outcome.toString()).isZero();
        assertThat(outcome.out()).endsWith("/work/" + name + "\n");
        assertThat(project.path(name).resolve("made")).hasContent("content of " + name);
        assertThat(surroundings(place)).isEqualTo(before);
    }

    /** What is beside the checkout, in the user's home under the names of this test, and at the top of each host's folder. */
    private static List<Path> surroundings(Path place) throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path above : Stream.concat(
                        Stream.of(place), HOSTS.keySet().stream().map(product::hostRoot))
                .toList()) {
            try (Stream<Path> children = Files.list(above)) {
                children.filter(child -> !ours(child.getFileName().toString()))
                        .sorted()
                        .forEach(found::add);
            }
        }
        Path home = Path.of(System.getProperty("user.home"));
        names().map(home::resolve).filter(Files::exists).forEach(found::add);
        return found;
    }

    /** A probe that writes there now and then may be at it. */
    private static boolean ours(String name) {
        return OURS.contains(name) || name.startsWith(".offload-probe.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sh", "bash", "fish"})
    @DisplayName("B40 whatever the login shell: files and arguments of every name arrive as they are")
    void theLoginShellMakesNoDifference(String shell) throws Exception {
        Assumptions.assumeTrue(
                HOSTS.containsKey(shell), "there is no " + shell + " here; install it to test it as login shell");
        // given
        Project project = Project.in(folder.resolve("with-" + shell), product);
        for (String name : names().toList()) {
            project.file("folder/" + name + "/" + name, "content of " + name);
        }
        project.commit();

        // when
        List<String> line = new ArrayList<>(List.of("run", "--json", "--output", "made/**"));
        HOSTS.keySet().stream()
                .filter(host -> !host.equals(shell))
                .forEach(host -> line.addAll(List.of("--exclude-host", host)));
        line.addAll(List.of(
                "--", "sh", "-c", "cp -R folder made; printf '%s\\0' \"$@\" >made/arguments", "sh", "", "\"'\\"));
        line.addAll(names().toList());
        Outcome outcome = product.offload(project.root(), line.toArray(String[]::new));

        // then
        assertThat(outcome.exit()).as(outcome.toString()).isZero();
        assertThat(outcome.json().text("ranOn")).contains(shell);
        String arguments = "\0\"'\\\0" + String.join("\0", names().toList()) + "\0";
        assertThat(Files.readString(project.path("made/arguments"))).isEqualTo(arguments);
        Files.delete(project.path("made/arguments"));
        assertThat(Trees.content(project.path("made"))).isEqualTo(Trees.content(project.path("folder")));
    }
}
