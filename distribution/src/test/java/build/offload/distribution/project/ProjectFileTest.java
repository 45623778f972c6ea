package build.offload.distribution.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProjectFileTest {

    @TempDir
    private Path checkout = Path.of("");

    @Test
    void commandHasEverythingTheFileSays() throws IOException {
        write("""
                version = 1

                [commands.package]
                argv = ["mvn", "-q", "package", "a b", "$HOME"]
                outputs = ["target/*.jar", "docs/**"]
                requires = { java = ">=21 <26", mvn = "3" }
                environment = ["MAVEN_OPTS"]
                time-limit = "20m"
                publication = "publish-directory"
                labels = { rack = "b", "gpu/kind" = "none" }
                queue-timeout = "90s"
                """);

        NamedCommand command = ProjectFile.read(checkout).command("package");

        assertThat(command.name()).isEqualTo("package");
        assertThat(command.argv()).containsExactly("mvn", "-q", "package", "a b", "$HOME");
        assertThat(command.outputs()).extracting("value").containsExactly("target/*.jar", "docs/**");
        assertThat(command.requirements()).extracting("tool").containsExactlyInAnyOrder("java", "mvn");
        assertThat(command.environment()).containsExactly("MAVEN_OPTS");
        assertThat(command.timeLimit()).contains(Duration.ofMinutes(20));
        assertThat(command.publication()).contains("publish-directory");
        assertThat(command.labels()).isEqualTo(Map.of("rack", "b", "gpu/kind", "none"));
        assertThat(command.queueLimit()).contains(Duration.ofSeconds(90));
    }

    @Test
    void commandNeedsNothingButItsArguments() throws IOException {
        write("version = 1\n[commands.test]\nargv = ['make']\n");

        NamedCommand command = ProjectFile.read(checkout).command("test");

        assertThat(command.outputs()).isEmpty();
        assertThat(command.requirements()).isEmpty();
        assertThat(command.environment()).isEmpty();
        assertThat(command.timeLimit()).isEmpty();
        assertThat(command.publication()).isEmpty();
        assertThat(command.labels()).isEmpty();
        assertThat(command.queueLimit()).isEmpty();
    }

    @Test
    void labelThatNoHostCouldHaveIsNamedWithFileLineAndKey() throws IOException {
        write("version = 1\n[commands.package]\nargv = ['make']\n[commands.package.labels]\nrack = 'b c'\n");

        assertThatThrownBy(() -> ProjectFile.read(checkout))
                .hasMessageStartingWith(
                        checkout.resolve("offload.toml") + ":5: commands.package.labels.rack: value of label 'rack'");
    }

    @Test
    void unknownKeyIsNamedWithFileLineAndKey() throws IOException {
        write("version = 1\n\n[commands.package]\nargv = ['make']\noutput = ['x']\n");

        assertRefused(
                checkout.resolve("offload.toml") + ":5: commands.package.output: is no key known here; known are argv,"
                        + " environment, keep, labels, outputs, publication, queue-timeout, requires, secrets, time-limit");
    }

    @Test
    void unknownKeyAtTheTopIsNamed() throws IOException {
        write("version = 1\ncomands = 1\n");

        assertRefused(
                checkout.resolve("offload.toml") + ":2: comands: is no key known here; known are commands, version");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ../x             | output '../x' leaves the checkout or is not in normal form
            a/../../x        | output 'a/../../x' leaves the checkout or is not in normal form
            /etc/passwd      | output '/etc/passwd' is absolute; outputs are inside the checkout
            .git/hooks/*     | output '.git/hooks/*' names '.git', which is not a build's
            sub/.git/config  | output 'sub/.git/config' names '.git', which is not a build's
            sub/.GIT/config  | output 'sub/.GIT/config' names '.GIT', which is not a build's
            offload.toml     | output 'offload.toml' is the project file; no build may replace it
            """)
    void outputThatIsNotABuildsIsRefusedWhenTheFileIsRead(String output, String reason) throws IOException {
        write("version = 1\n[commands.package]\nargv = ['make']\noutputs = [\n  'good/*',\n  '" + output + "',\n]\n");

        assertRefused(checkout.resolve("offload.toml") + ":6: commands.package.outputs: " + reason);
    }

    @Test
    void otherCommandOfABrokenFileIsRefusedToo() throws IOException {
        write("version = 1\n[commands.good]\nargv = ['make']\n[commands.bad]\nargv = []\n");

        assertThatThrownBy(() -> ProjectFile.read(checkout).command("good"))
                .hasMessage(checkout.resolve("offload.toml") + ":5: commands.bad.argv: must begin with a program");
    }

    @Test
    void everyProblemIsToldInTheOrderOfTheLines() throws IOException {
        write("version = 1\n[commands.a]\nargv = 'make'\ntime-limit = 'soon'\nenvironment = ['A B']\n");

        Path file = checkout.resolve("offload.toml");
        assertRefused(file + ":3: commands.a.argv: must be a list of texts in quotes\n"
                + file + ":3: commands.a.argv: must begin with a program\n"
                + file + ":4: commands.a.time-limit: must be a duration such as 90s, 20m or 1h30m, but is 'soon'\n"
                + file + ":5: commands.a.environment: 'A B' is no name of an environment variable");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[commands.a]\nargv = ['x']\n", "version = 2\n", "version = 'one'\n"})
    void fileWithoutAKnownVersionIsRefused(String text) throws IOException {
        write(text);

        assertThatThrownBy(() -> ProjectFile.read(checkout))
                .isInstanceOf(CommandFailure.class)
                .hasMessageStartingWith(checkout.resolve("offload.toml") + ":1: version: ");
    }

    @Test
    void textThatIsNoTomlIsNamedWithItsLine() throws IOException {
        write("version = 1\n[commands.a\n");

        assertThatThrownBy(() -> ProjectFile.read(checkout))
                .hasMessageStartingWith(checkout.resolve("offload.toml") + ":2: ");
    }

    @Test
    void keyGivenTwiceIsRefused() throws IOException {
        write("version = 1\n[commands.a]\nargv = ['x']\nargv = ['y']\n");

        assertThatThrownBy(() -> ProjectFile.read(checkout))
                .hasMessageStartingWith(checkout.resolve("offload.toml") + ":4: ");
    }

    @Test
    void bytesThatAreNoTextAreRefused() throws IOException {
        Files.write(checkout.resolve("offload.toml"), new byte[] {'v', (byte) 0xff, '\n'});

        assertRefused(checkout.resolve("offload.toml") + ":1: is not text in UTF-8");
    }

    @Test
    void unknownCommandIsRefusedWithTheKnownOnes() throws IOException {
        write("version = 1\n[commands.b]\nargv = ['x']\n[commands.a]\nargv = ['x']\n");

        assertThatThrownBy(() -> ProjectFile.read(checkout).command("c"))
                .hasMessageContaining("has no command 'c'; it has a, b");
    }

    @Test
    void missingFileIsRefusedWithTheNextStep() {
        assertThatThrownBy(() -> ProjectFile.read(checkout))
                .hasMessageContaining("there is no offload.toml in " + checkout)
                .hasMessageContaining("offload run -- COMMAND");
    }

    private void write(String text) throws IOException {
        Files.writeString(checkout.resolve("offload.toml"), text);
    }

    private void assertRefused(String message) {
        assertThatThrownBy(() -> ProjectFile.read(checkout))
                .hasMessage(message)
                .asInstanceOf(InstanceOfAssertFactories.type(CommandFailure.class))
                .extracting(CommandFailure::code)
                .isEqualTo(ExitCode.REFUSED);
    }
}
