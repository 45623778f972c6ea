package build.offload.distribution.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigCommandTest {

    private final Path file;
    private final Invocation invocation;

    ConfigCommandTest(@TempDir Path folder) {
        file = folder.resolve("config.toml");
        invocation = new Invocation(folder);
    }

    private int check(String text) throws IOException {
        Files.writeString(file, text);
        return invocation.run("config", "check", "--config", file.toString());
    }

    @Test
    void fileInOrderIsSaidToBe() throws IOException {
        assertThat(check("port = 9000\n")).isZero();
        assertThat(invocation.out()).isEqualTo(file + " is in order\n");
    }

    @Test
    void disabledIsInOrderAndSaidToBe() throws IOException {
        assertThat(check("enabled = false\n")).isZero();
        assertThat(invocation.out()).contains("is in order, and says that nothing is dispatched");
    }

    @Test
    void eachMistakeIsNamedByFileLineAndReasonAndEndsWith78() throws IOException {
        assertThat(check("port = \"x\"\n\nnonsense = 1\n")).isEqualTo(78);
        assertThat(invocation.err())
                .contains(file + ":1: port: must be a whole number")
                .contains(file + ":3: nonsense: is no key known here");
        assertThat(invocation.out()).isEmpty();
    }

    @Test
    void configuredTokenFileThatIsMissingIsAMistakeToo() throws IOException {
        assertThat(check("token-file = \"gone\"\n")).isEqualTo(78);
        assertThat(invocation.err()).contains("gone does not exist");
    }

    @Test
    void secretsComeFromOneStoreThatIsThereAndNobodyElses() throws IOException {
        assertThat(check("[secrets]\n")).isEqualTo(78);
        assertThat(check("[secrets]\nfile = \"s.toml\"\ncommand = [\"printf\"]\n"))
                .isEqualTo(78);
        assertThat(check("[secrets]\nfile = \"s.toml\"\n")).isEqualTo(78);
        assertThat(check("[secrets]\ncommand = []\n")).isEqualTo(78);
        assertThat(invocation.err())
                .contains(":1: secrets.file: is missing")
                .contains(":3: secrets.command: must not stand beside file")
                .contains("s.toml is no regular file, or is not there")
                .contains(":2: secrets.command: must begin with a program");
        assertThat(check("[secrets]\ncommand = [\"printf\", \"%s\"]\n")).isZero();
    }

    @Test
    void namedFileThatDoesNotExistEndsWith78() {
        assertThat(invocation.run("config", "check", "--config", file.toString()))
                .isEqualTo(78);
        assertThat(invocation.err()).contains("does not exist");
    }

    @Test
    void fileThatNeedNotExistMeansTheDefaults() {
        invocation.environment.put("XDG_CONFIG_HOME", file.resolveSibling("xdg").toString());

        assertThat(invocation.run("config", "check")).isZero();
        assertThat(invocation.out()).contains("does not exist; the defaults hold");
    }

    @Test
    void anotherWordIsNotUnderstood() {
        assertThat(invocation.run("config", "chek")).isEqualTo(64);
    }
}
