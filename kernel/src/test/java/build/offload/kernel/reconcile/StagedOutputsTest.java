package build.offload.kernel.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.spi.executor.BuildHost.OutputFile;
import build.offload.spi.model.OutputPath;
import build.offload.spi.model.OutputPattern;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What has come into staging is compared with what the host said of it, whatever the executor has compared already. */
@Tag("B46")
class StagedOutputsTest {

    /** Of {@code abc}. */
    private static final String SHA256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    @TempDir
    private Path staging;

    private Optional<String> wrong(String path, long size, String sha256) {
        return StagedOutputs.wrong(
                staging,
                new OutputFile(new OutputPath(path), false, size, sha256),
                List.of(new OutputPattern("out/**")));
    }

    private void staged(String path, String content) throws IOException {
        Files.createDirectories(staging.resolve(path).resolveSibling(""));
        Files.writeString(staging.resolve(path), content);
    }

    @Test
    void fileThatIsWhatTheHostSaidIsRight() throws IOException {
        staged("out/made", "abc");

        assertThat(wrong("out/made", 3, SHA256)).isEmpty();
    }

    @Test
    void fileOfAnotherSizeIsNamedWithTheSizeAnnounced() throws IOException {
        staged("out/made", "");

        assertThat(wrong("out/made", 10_240, SHA256)).get().asString().contains("'out/made'", "10240 bytes");
    }

    @Test
    void fileOfTheSameSizeAndAnotherContentIsNamed() throws IOException {
        staged("out/made", "abd");

        assertThat(wrong("out/made", 3, SHA256)).get().asString().contains("'out/made'", "as the host digested it");
    }

    @Test
    void fileThatIsExecutableHereOnlyIsNamed() throws IOException {
        staged("out/made", "abc");
        Files.setPosixFilePermissions(staging.resolve("out/made"), PosixFilePermissions.fromString("rwxr-xr-x"));

        assertThat(wrong("out/made", 3, SHA256)).get().asString().contains("'out/made'", "executable");
    }

    @Test
    void fileThatNothingDeclaresIsNamedEvenIfItIsAsTheHostSaid() throws IOException {
        staged("source", "abc");

        assertThat(wrong("source", 3, SHA256)).get().asString().contains("'source'", "no declared output covers");
    }

    @Test
    void fileThatDidNotArriveIsNamed() {
        assertThat(wrong("out/made", 3, SHA256)).get().asString().contains("'out/made'", "did not arrive");
    }

    @Test
    void linkInStagingIsNoOutputWhateverItLeadsTo() throws IOException {
        staged("elsewhere", "abc");
        Files.createDirectories(staging.resolve("out"));
        Files.createSymbolicLink(staging.resolve("out/made"), staging.resolve("elsewhere"));

        assertThat(wrong("out/made", 3, SHA256)).isPresent();
    }
}
