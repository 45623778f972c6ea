package build.offload.conformance.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The start script of the suite, in the source tree it belongs to. */
class StartScriptTest {

    private static final Path SCRIPT = Path.of("offload-conformance").toAbsolutePath();

    @TempDir
    private Path folder;

    private record Outcome(int exit, String out, String err) {}

    private Outcome start(Path script, String javaHome, String... arguments) throws Exception {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        ProcessBuilder command = new ProcessBuilder("sh", script.toString())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        command.command().addAll(List.of(arguments));
        command.environment().put("OFFLOAD_JAVA_HOME", javaHome);
        int exit = command.start().waitFor();
        return new Outcome(exit, Files.readString(out), Files.readString(err));
    }

    @Test
    void itStartsTheSuiteThatWasBuilt() throws Exception {
        Outcome outcome = start(SCRIPT, System.getProperty("java.home"), "rules");

        assertThat(outcome.exit()).as(outcome.toString()).isZero();
        assertThat(outcome.out()).startsWith("W-AUTH-01  A request without a token is refused (core)");
        assertThat(outcome.err()).isEmpty();
    }

    @Test
    void aTreeThatWasNotBuiltIsToldHowToBuildIt() throws Exception {
        Path copy = Files.copy(SCRIPT, folder.resolve("offload-conformance"));

        Outcome outcome = start(copy, System.getProperty("java.home"), "rules");

        assertThat(outcome.exit()).isEqualTo(78);
        assertThat(outcome.err()).contains("nothing was built yet", "mvn ");
    }

    @Test
    void aJdkThatIsNoneIsRefused() throws Exception {
        Outcome outcome = start(SCRIPT, folder.toString(), "rules");

        assertThat(outcome.exit()).isEqualTo(78);
        assertThat(outcome.err()).contains("25 or newer");
    }

    @Test
    void itLooksForAJdkAsTheProductDoes() throws IOException {
        Path product = Path.of("../offload");

        assertThat(function("is_new_enough", SCRIPT))
                .hasSizeGreaterThan(5)
                .isEqualTo(function("is_new_enough", product));
        assertThat(function("find_java", SCRIPT)).hasSizeGreaterThan(5).isEqualTo(function("find_java", product));
    }

    private static List<String> function(String name, Path script) throws IOException {
        return Files.readAllLines(script).stream()
                .dropWhile(line -> !line.equals(name + "() {"))
                .takeWhile(line -> !line.equals("}"))
                .toList();
    }
}
