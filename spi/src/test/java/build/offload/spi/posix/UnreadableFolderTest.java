package build.offload.spi.posix;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.spi.executor.BuildHost.CollectReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A folder that the host's user may not read hides outputs: that is named, and never taken for a folder without them. */
@Tag("B46")
class UnreadableFolderTest {

    /** Root reads everything unless the capability for that is taken away. */
    private static final String FIND = """
            #!/bin/sh
            [ "$(id -u)" != 0 ] || exec setpriv --bounding-set=-dac_override,-dac_read_search /usr/bin/find "$@"
            exec /usr/bin/find "$@"
            """;

    @TempDir
    Path folder;

    private HostUnderTest there;

    @BeforeEach
    void leaveAFolderThatIsClosed() throws Exception {
        there = Shells.host(Path.of("/bin/dash"), folder);
        there.run(1, "sh", "-c", "mkdir -p out/closed; echo one >out/a; echo two >out/closed/b; chmod 000 out/closed");
        Path find = folder.resolve("bin/find");
        Files.writeString(find, FIND);
        Files.setPosixFilePermissions(find, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"out/**", "**", "out/**/b", "out/*/b", "out/closed/**"})
    void isRefusedByNameWhereAnOutputMayBeInIt(String pattern) throws Exception {
        CollectReport report = there.collect(1, pattern);

        assertThat(report.refused()).contains("out/closed: is a folder that cannot be read");
    }

    @Test
    void isNobodysBusinessWhereNoneCanBe() throws Exception {
        CollectReport report = there.collect(1, "out/*");

        assertThat(report.refused()).isEmpty();
        assertThat(report.files()).extracting(file -> file.path().value()).containsExactly("out/a");
    }
}
