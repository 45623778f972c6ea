package build.offload.distribution.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.distribution.configuration.Configuration.Secrets;
import build.offload.spi.model.SecretName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where secrets come from, and how what is wrong there is said without saying them. */
@Tag("B101")
class SecretStoreTest {

    private static final SecretName TOKEN = new SecretName("TOKEN");

    @TempDir
    private Path folder;

    private SecretStore file(String text, String permissions) throws IOException {
        Path file = folder.resolve("secrets.toml");
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        return new SecretStore(Optional.of(new Secrets(Optional.of(file), List.of())));
    }

    private static SecretStore command(String... argv) {
        return new SecretStore(Optional.of(new Secrets(Optional.empty(), List.of(argv))));
    }

    private static String value(SecretStore store) throws IOException {
        return store.read(List.of(TOKEN)).getOrDefault(TOKEN, "");
    }

    @Test
    void aFileOfOnesOwnHoldsValuesByName() throws IOException {
        assertThat(value(file("OTHER = \"x\"\nTOKEN = \"it's a value\\n\"\n", "rw-------")))
                .isEqualTo("it's a value\n");
    }

    @Test
    void aFileThatOthersMayReadIsRefusedWithWhatToRun() throws IOException {
        SecretStore open = file("TOKEN = \"it's a value\"\n", "rw-r-----");

        assertThatThrownBy(() -> value(open)).hasMessageEndingWith("run: chmod 600 " + folder.resolve("secrets.toml"));
        assertThat(open.problem()).get().asString().contains("chmod 600");
    }

    @Test
    void aNameThatIsNotThereIsToldWithWhereToWriteIt() throws IOException {
        assertThatThrownBy(() -> value(file("OTHER = \"x\"\n", "rw-------")))
                .isInstanceOf(IOException.class)
                .hasMessage("there is no secret 'TOKEN' in " + folder.resolve("secrets.toml")
                        + "; add a line there: TOKEN = \"…\"");
    }

    @Test
    void whatIsMissingOrNoFileIsRefused() {
        SecretStore there = new SecretStore(Optional.of(new Secrets(Optional.of(folder), List.of())));

        assertThatThrownBy(() -> value(there)).hasMessageContaining("is no regular file");
        assertThatThrownBy(() -> value(new SecretStore(Optional.empty())))
                .hasMessageContaining("the configuration names no store of secrets");
    }

    @Test
    void aMistakeInTheFileIsToldByItsLineWithoutTheLine() throws IOException {
        SecretStore broken = file("OTHER = \"x\"\nTOKEN = do-not-tell\n", "rw-------");

        assertThatThrownBy(() -> value(broken))
                .hasMessageContaining("a mistake in line 2")
                .hasMessageNotContaining("do-not-tell");
    }

    @Test
    void aCommandIsGivenTheNameAndTellsTheValueWithoutItsLastNewline() throws IOException {
        assertThat(value(command("printf", "of %s\n\n"))).isEqualTo("of TOKEN\n");
        assertThat(command("printf", "%s").problem()).isEmpty();
    }

    @Test
    void noShellReadsTheCommand() throws IOException {
        assertThat(value(command("printf", "$HOME `id` %s"))).isEqualTo("$HOME `id` TOKEN");
    }

    @Test
    void aCommandThatFailsIsToldWithoutWhatItPrinted() {
        assertThatThrownBy(() -> value(command("sh", "-c", "echo do-not-tell; exit 3", "sh")))
                .hasMessageStartingWith("the secret 'TOKEN' cannot be had: 'sh -c ")
                .hasMessageContaining("ended with exit code 3");
        assertThatThrownBy(() -> value(command("/nowhere/pass"))).hasMessageContaining("could not be started");
        assertThat(command("/nowhere/pass").problem()).get().asString().contains("'/nowhere/pass'");
    }
}
