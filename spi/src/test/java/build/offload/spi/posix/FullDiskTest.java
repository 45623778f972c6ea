package build.offload.spi.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.spi.executor.BuildHost.RunReport;
import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.ExecutorException.Kind;
import build.offload.spi.executor.HostShell.ShellRequest;
import build.offload.spi.posix.HostUnderTest.Seen;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host whose workspace root has a small file system of its own; making one needs root, so other users skip this. */
class FullDiskTest {

    @TempDir
    Path folder;

    private HostUnderTest there;

    @BeforeEach
    void mount() throws Exception {
        there = Shells.host(Path.of("/bin/dash"), folder);
        Files.createDirectory(there.root);
        Assumptions.assumeTrue(
                execute("mount", "-t", "tmpfs", "-o", "size=4m", "offload-test", there.root.toString()),
                "a file system of a test's own cannot be mounted here");
    }

    @AfterEach
    void unmount() throws Exception {
        execute("umount", "-l", there.root.toString());
    }

    @Test
    @Tag("B106")
    @DisplayName("B106 a snapshot that does not fit is a full disk, and room made later is used")
    void aSnapshotThatDoesNotFitIsAFullDisk() throws Exception {
        // given a checkout larger than the host's disk
        byte[] noise = new byte[5_000_000];
        new Random(1).nextBytes(noise);
        Files.write(there.checkout.resolve("large"), noise);

        // when it is prepared
        assertThatThrownBy(() -> there.prepare(1))
                .isInstanceOfSatisfying(ExecutorException.class, FullDiskTest::isFull);

        // then what does fit is prepared after that
        Files.writeString(there.checkout.resolve("large"), "small now");
        there.prepare(1);
        assertThat(there.place(1).resolve("work/large")).hasContent("small now");
    }

    private static void isFull(ExecutorException failed) {
        assertThat(failed.kind()).as(failed.getMessage()).isEqualTo(Kind.DISK_FULL);
    }

    @Test
    @Tag("B106")
    @DisplayName("B106 a build that fills the disk keeps its own exit code, and the host can still be looked at")
    void aBuildThatFillsTheDiskKeepsItsExitCode() throws Exception {
        Seen seen = there.run(1, "sh", "-c", "head -c 9000000 /dev/zero >fill; exit 3");

        assertThat(seen.report()).isEqualTo(new RunReport.Exited(3));
        assertThat(there.host
                        .run(new ShellRequest(List.of("echo", "here"), "", Duration.ofSeconds(20)))
                        .stdout())
                .isEqualTo("here\n");
        assertThatThrownBy(() -> there.prepare(2))
                .isInstanceOfSatisfying(ExecutorException.class, FullDiskTest::isFull);
        there.host.sweep(there.attempt(1));
        there.prepare(2);
    }

    private static boolean execute(String... argv) throws IOException, InterruptedException {
        return new ProcessBuilder(argv).redirectErrorStream(true).start().waitFor() == 0;
    }
}
