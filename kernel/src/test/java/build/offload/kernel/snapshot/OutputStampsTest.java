package build.offload.kernel.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.spi.model.FileStamp;
import build.offload.spi.model.OutputPath;
import build.offload.spi.model.OutputPattern;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The stamps of what a job's outputs cover, taken when it is submitted. */
class OutputStampsTest {

    @TempDir
    private Path top;

    private Checkouts checkouts;

    @BeforeEach
    void repository() throws IOException {
        checkouts = Checkouts.repository(top);
        checkouts.write(".gitignore", "target/\n");
        checkouts.write("target/app.jar", "jar");
        checkouts.write("target/classes/A.class", "a");
        checkouts.write("target/classes/deep/B.class", "b");
        checkouts.write("src/A.java", "");
    }

    private Map<OutputPath, FileStamp> stamps(String... patterns) throws IOException {
        return checkouts
                .mirror()
                .stampOutputs(List.of(patterns).stream().map(OutputPattern::new).toList());
    }

    private Set<String> found(String... patterns) throws IOException {
        return stamps(patterns).keySet().stream().map(OutputPath::value).collect(Collectors.toSet());
    }

    @Test
    void everyExistingFileUnderADeclarationIsNotedIgnoredOrNot() throws IOException {
        assertThat(found("target/app.jar", "missing", "no/such/folder/**")).containsExactly("target/app.jar");
        assertThat(found("target/**"))
                .containsExactlyInAnyOrder("target/app.jar", "target/classes/A.class", "target/classes/deep/B.class");
        assertThat(found("target/classes/*.class")).containsExactly("target/classes/A.class");
        assertThat(found("**/*.class", "src/?.java"))
                .containsExactlyInAnyOrder("target/classes/A.class", "target/classes/deep/B.class", "src/A.java");
    }

    @Test
    void whatIsInARepositoryFolderOrCannotBeAnOutputIsNotNoted() throws IOException {
        checkouts.write("offload.toml", "");
        checkouts.write("sub/.git/config", "");
        checkouts.write("sub/.offload-1.new", "");
        checkouts.writeRaw(new byte[] {(byte) 0xff}, "");
        checkouts.writeRaw("\u00e9".getBytes(StandardCharsets.UTF_8), "");

        assertThat(found("**"))
                .containsExactlyInAnyOrder(
                        ".gitignore",
                        "target/app.jar",
                        "target/classes/A.class",
                        "target/classes/deep/B.class",
                        "src/A.java",
                        "\u00e9");
    }

    @Test
    void linksAreNeitherNotedNorFollowed() throws IOException {
        Files.createSymbolicLink(checkouts.at("link"), Path.of("src/A.java"));
        Files.createSymbolicLink(checkouts.at("folder"), Path.of("target"));

        assertThat(found("link", "folder/app.jar", "folder/**", "link*")).isEmpty();
    }

    @Test
    void editOfTheSameSizeWithRestoredTimeChangesTheStamp() throws IOException {
        checkouts.age("target/app.jar", Duration.ofDays(1));
        FileTime dated = Files.getLastModifiedTime(checkouts.at("target/app.jar"));
        Map<OutputPath, FileStamp> before = stamps("target/app.jar");
        Files.setLastModifiedTime(checkouts.write("target/app.jar", "JAR"), dated);

        Map<OutputPath, FileStamp> after = stamps("target/app.jar");

        assertThat(after).isNotEqualTo(before);
    }

    @Test
    void tooManyFilesAreRefusedWithTheDeclaration() throws IOException {
        SnapshotSettings narrow = new SnapshotSettings("git", Duration.ofMinutes(1), 3, 2);
        Mirror mirror = checkouts.mirror(narrow, "boot-1");

        assertThat(mirror.stampOutputs(List.of(new OutputPattern("target/classes/**"))))
                .hasSize(2);
        assertThatThrownBy(() -> mirror.stampOutputs(List.of(new OutputPattern("target/**"))))
                .isInstanceOfSatisfying(
                        SnapshotException.class,
                        refusal -> assertThat(refusal.kind()).isEqualTo(SnapshotException.Kind.TOO_MANY_OUTPUTS))
                .hasMessageContaining("target/**")
                .hasMessageContaining("up to 2");
    }
}
