package build.offload.kernel.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.spi.executor.SnapshotSource;
import build.offload.spi.model.JobId;
import build.offload.spi.model.TreeId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an executor gets of a pinned snapshot: its tree, its empty folders, and a pack of what the host lacks. */
class SnapshotTransferTest {

    private static final JobId FIRST = new JobId("1".repeat(64));
    private static final JobId SECOND = new JobId("2".repeat(64));

    @TempDir
    private Path top;

    private Checkouts checkouts;
    private Mirror mirror;

    @BeforeEach
    void repository() throws IOException {
        checkouts = Checkouts.repository(top);
        checkouts.write("same", "1");
        checkouts.write("folder/changed", "2");
        checkouts.write("folder/kept/deep", "3");
        mirror = checkouts.mirror();
    }

    private SnapshotSource pin(JobId job) throws IOException {
        mirror.pin(job, mirror.capture());
        return mirror.pinned(job).orElseThrow();
    }

    private byte[] pack(SnapshotSource source, Optional<TreeId> base) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        source.writePack(base, out);
        return out.toByteArray();
    }

    /** Return the ids in a pack, as a host that knows nothing else reads them. */
    private Set<String> objectsIn(byte[] pack) throws IOException {
        Path host = Files.createTempDirectory(top, "host");
        Checkouts.run(host, "git", "init", "-q", "--bare", ".");
        Path file = Files.write(host.resolve("objects/pack/sent.pack"), pack);
        Checkouts.run(host, "git", "index-pack", file.toString());
        return Checkouts.run(host, "git", "verify-pack", "-v", file.toString())
                .lines()
                .filter(line -> line.matches("[0-9a-f]{40} .*"))
                .map(line -> line.substring(0, 40))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private Set<String> objectsOf(TreeId tree) throws IOException {
        return checkouts
                .gitInMirror("rev-list", "--objects", tree.value())
                .lines()
                .map(line -> line.substring(0, 40))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void packWithoutBaseHoldsExactlyTheTree() throws IOException {
        SnapshotSource source = pin(FIRST);

        assertThat(objectsIn(pack(source, Optional.empty()))).isEqualTo(objectsOf(source.tree()));
    }

    @Test
    void packOverABaseHoldsExactlyWhatTheBaseLacks() throws IOException {
        SnapshotSource base = pin(FIRST);
        checkouts.write("folder/changed", "new content");
        checkouts.write("copy of same", "1");
        SnapshotSource source = pin(SECOND);
        Set<String> missing = objectsOf(source.tree());
        missing.removeAll(objectsOf(base.tree()));

        assertThat(objectsIn(pack(source, Optional.of(base.tree()))))
                .isEqualTo(missing)
                .hasSize(3);
    }

    @Test
    void baseThatTheMirrorHasLostCostsAFullPackAndNoFailure() throws IOException {
        SnapshotSource source = pin(FIRST);

        byte[] pack = pack(source, Optional.of(new TreeId("5".repeat(40))));

        assertThat(objectsIn(pack)).isEqualTo(objectsOf(source.tree()));
    }

    @Test
    void laterEditsDoNotChangeWhatWasPinned() throws IOException {
        SnapshotSource source = pin(FIRST);
        Set<String> before = objectsOf(source.tree());
        checkouts.write("same", "edited");
        mirror.capture();

        assertThat(objectsIn(pack(source, Optional.empty()))).isEqualTo(before);
    }

    @Test
    void streamThatFailsStopsGit() throws IOException {
        Files.write(checkouts.at("large"), new byte[8 << 20]);
        SnapshotSource source = pin(FIRST);

        assertThatThrownBy(() -> source.writePack(Optional.empty(), new BreaksAfterAByte()))
                .isInstanceOf(IOException.class)
                .hasMessage("the host hung up");
        // A process that was killed may need a moment until it is gone.
        assertThat(ProcessHandle.current()
                        .children()
                        .filter(child -> child.info().commandLine().orElse("").contains("pack-objects")))
                .allSatisfy(child -> assertThat(child.onExit()).succeedsWithin(Duration.ofSeconds(20)));
    }

    @Test
    void gitThatHangsIsStoppedWhenItsTimeIsOver() throws IOException {
        SnapshotSettings hurried = new SnapshotSettings(
                checkouts.scriptedGit("case \"$*\" in *pack-objects*) exec sleep 100;; esac; exec $GIT \"$@\""),
                Duration.ofMillis(500),
                3,
                10);
        pin(FIRST);
        SnapshotSource source =
                checkouts.mirror(hurried, "boot-1").pinned(FIRST).orElseThrow();

        assertThatThrownBy(() -> pack(source, Optional.empty())).hasMessageContaining("pack-objects");
    }

    private static final class BreaksAfterAByte extends OutputStream {
        @Override
        public void write(int octet) throws IOException {
            throw new IOException("the host hung up");
        }
    }

    @Test
    void pinOutlivesTheControllerAndKeepsTheEmptyFolders() throws IOException {
        Files.createDirectories(checkouts.at("empty/one"));
        Files.createDirectories(checkouts.at("empty/t\nwo"));
        TreeId tree = pin(FIRST).tree();

        SnapshotSource reopened = checkouts.mirror().pinned(FIRST).orElseThrow();

        assertThat(reopened.tree()).isEqualTo(tree);
        assertThat(reopened.emptyFolders()).containsExactly("empty/one", "empty/t\nwo");
        assertThat(checkouts.gitInMirror("for-each-ref")).contains(tree + " tree\trefs/offload/jobs/" + FIRST);
    }

    @Test
    void unpinnedSnapshotIsNotFound() throws IOException {
        pin(FIRST);
        mirror.unpin(FIRST);
        mirror.unpin(FIRST);

        assertThat(mirror.pinned(FIRST)).isEmpty();
        assertThat(checkouts.gitInMirror("for-each-ref")).isEmpty();
    }

    @Test
    void emptySnapshotTravelsToo(@TempDir Path other) throws IOException {
        Mirror empty = Checkouts.plainFolder(other).mirror();
        empty.pin(FIRST, empty.capture());
        SnapshotSource source = empty.pinned(FIRST).orElseThrow();

        assertThat(objectsIn(pack(source, Optional.empty())))
                .containsExactly(source.tree().value());
    }
}
