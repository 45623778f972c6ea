package build.offload.kernel.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.spi.executor.SnapshotSource;
import build.offload.spi.model.JobId;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that git finds large are objects like any others, so that pruning and the search for damage find them. */
class LargeFilesTest {

    private static final JobId JOB = new JobId("a".repeat(64));

    @TempDir
    private Path top;

    @Test
    void fileThatGitFindsLargeIsAnObjectOfItsOwn() throws IOException {
        Checkouts checkouts = Checkouts.repository(top);
        byte[] noise = new byte[3 << 20];
        new Random(1).nextBytes(noise);
        Files.write(checkouts.at("large"), noise);
        String git = checkouts.scriptedGit("exec $GIT -c core.bigFileThreshold=1m \"$@\"");
        Mirror mirror = checkouts.mirror(checkouts.withGit(git), "boot-1");

        Snapshot snapshot = mirror.capture();

        assertThat(Checkouts.paths(snapshot)).contains("large");
        assertThat(packs(checkouts)).doesNotExist();
    }

    @Test
    void soItIsWhereGitStopsAtSomethingElseAndHasToBeAskedAgain() throws IOException {
        Checkouts checkouts = Checkouts.repository(top);
        checkouts.write("was", "a file");
        checkouts.commit("");
        Files.delete(checkouts.at("was"));
        Files.createDirectory(checkouts.at("was"));
        byte[] noise = new byte[3 << 20];
        new Random(1).nextBytes(noise);
        Files.write(checkouts.at("large"), noise);
        String git = checkouts.scriptedGit("exec $GIT -c core.bigFileThreshold=1m \"$@\"");

        Snapshot snapshot = checkouts.mirror(checkouts.withGit(git), "boot-1").capture();

        assertThat(Checkouts.paths(snapshot)).containsExactly("large");
        assertThat(packs(checkouts)).doesNotExist();
    }

    @Test
    @Tag("campaign")
    void fileOfMoreThanTwoGibibytesTravelsAsItIs() throws IOException {
        Checkouts checkouts = Checkouts.repository(top);
        Path large = checkouts.at("large");
        try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
            file.setLength((2L << 30) + 4097);
            file.seek((2L << 30) - 3);
            file.write("across the bound".getBytes(StandardCharsets.US_ASCII));
        }
        Mirror mirror = checkouts.mirror();

        mirror.pin(JOB, mirror.capture());
        Path host = Files.createDirectory(top.resolve("host"));
        Checkouts.run(host, "git", "init", "-q", "--bare", ".");
        Path pack = host.resolve("objects/pack/sent.pack");
        SnapshotSource source = mirror.pinned(JOB).orElseThrow();
        try (OutputStream out = Files.newOutputStream(pack)) {
            source.writePack(Optional.empty(), out);
        }
        Checkouts.run(host, "git", "index-pack", pack.toString());
        Path work = Files.createDirectory(top.resolve("work"));
        Checkouts.run(
                host,
                "git",
                "--work-tree=" + work,
                "read-tree",
                "--reset",
                "-u",
                source.tree().value());

        try (InputStream there = Files.newInputStream(work.resolve("large"));
                InputStream here = Files.newInputStream(large)) {
            assertThat(Digests.sha1(there)).isEqualTo(Digests.sha1(here));
        }
        assertThat(packs(checkouts)).doesNotExist();
    }

    private static Path packs(Checkouts checkouts) {
        return checkouts.mirrorFolder().resolve("objects/pack");
    }
}
