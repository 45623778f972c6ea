package build.offload.distribution.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenFileTest {

    @TempDir
    private Path folder = Path.of("");

    @Test
    void newTokenHas256BitsAndItsOwnerAloneCanReadIt() throws IOException {
        Path file = folder.resolve("new/folder/token");

        TokenFile.makeIfAbsent(file, new SecureRandom());

        assertThat(Base64.getUrlDecoder().decode(TokenFile.read(file))).hasSize(32);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
                .isEqualTo("rwx------");
    }

    @Test
    void tokenThatExistsIsNeverReplaced() throws IOException {
        Path file = token("rw-------", "mine\n");

        TokenFile.makeIfAbsent(file, new SecureRandom());

        assertThat(TokenFile.read(file)).isEqualTo("mine");
    }

    @Test
    void missingTokenIsAnErrorOfTheConfiguration() {
        assertUnusable(folder.resolve("token"), "does not exist");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", " \t\n"})
    void emptyOrBlankTokenIsAnErrorOfTheConfiguration(String text) throws IOException {
        assertUnusable(token("rw-------", text), "is empty");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----", "rw-----w-", "rwxrwxrwx"})
    void tokenThatOthersCanReachIsAnErrorOfTheConfigurationAndStaysSecret(String permissions) throws IOException {
        Path file = token(permissions, "the-secret");

        assertUnusable(file, "chmod 600");
        assertThatThrownBy(() -> TokenFile.read(file)).hasMessageNotContaining("the-secret");
    }

    private Path token(String permissions, String text) throws IOException {
        Path file = Files.writeString(folder.resolve("token"), text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    private static void assertUnusable(Path file, String reason) {
        assertThatThrownBy(() -> TokenFile.read(file))
                .hasMessageContaining("the token file " + file)
                .hasMessageContaining(reason)
                .asInstanceOf(InstanceOfAssertFactories.type(CommandFailure.class))
                .extracting(CommandFailure::code)
                .isEqualTo(ExitCode.CONFIGURATION);
    }
}
