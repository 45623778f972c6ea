package build.offload.distribution.project;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CheckoutTest {

    @TempDir
    private Path temporary = Path.of("");

    private Path folder = Path.of("");

    @BeforeEach
    void resolveLinks() throws IOException {
        folder = temporary.toRealPath();
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "a b", "it's", "$HOME", "~x", "-rf", "line\nbreak", "日本"})
    void topOfTheGitWorkTreeIsTheCheckoutWhateverItIsCalled(String name) throws Exception {
        Path root = gitInit(folder.resolve(name));
        Path below = Files.createDirectories(root.resolve("sub dir").resolve(name));

        assertThat(Checkout.around(below)).isEqualTo(new Checkout(root, "sub dir/" + name));
        assertThat(Checkout.around(root)).isEqualTo(new Checkout(root, ""));
    }

    @Test
    void linkedFolderIsTakenForWhereItLeads() throws Exception {
        Path root = gitInit(folder.resolve("real"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), root);

        assertThat(Checkout.around(link).root()).isEqualTo(root);
    }

    @Test
    void withoutGitTheNearestFolderWithAProjectFileIsTheCheckout() throws IOException {
        Path below = Files.createDirectories(folder.resolve("a/b/c"));
        Files.writeString(folder.resolve("offload.toml"), "");
        Files.writeString(folder.resolve("a/b/offload.toml"), "");

        assertThat(Checkout.around(below)).isEqualTo(new Checkout(folder.resolve("a/b"), "c"));
    }

    @Test
    void withNeitherTheFolderItselfIsTheCheckout() throws IOException {
        Path below = Files.createDirectories(folder.resolve("a/b"));

        assertThat(Checkout.around(below)).isEqualTo(new Checkout(below, ""));
    }

    @Test
    void pathGivenInASubFolderIsSeenFromTheRoot() {
        assertThat(new Checkout(folder, "sub").fromRoot("target/*.jar")).isEqualTo("sub/target/*.jar");
        assertThat(new Checkout(folder, "").fromRoot("target/*.jar")).isEqualTo("target/*.jar");
        assertThat(new Checkout(folder, "sub").fromRoot("/etc/passwd")).isEqualTo("/etc/passwd");
    }

    private static Path gitInit(Path root) throws IOException, InterruptedException {
        Files.createDirectories(root);
        Process git =
                new ProcessBuilder("git", "init", "-q").directory(root.toFile()).start();
        assertThat(git.waitFor()).isZero();
        return root;
    }
}
