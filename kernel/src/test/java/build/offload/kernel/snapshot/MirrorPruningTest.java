package build.offload.kernel.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.spi.executor.SnapshotSource;
import build.offload.spi.model.JobId;
import build.offload.spi.model.MirrorId;
import build.offload.spi.model.TreeId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A mirror keeps what a job, a host or the next capture needs, and nothing else. */
class MirrorPruningTest {

    private static final JobId JOB = new JobId("a".repeat(64));
    private static final JobId LATER = new JobId("b".repeat(64));

    @TempDir
    private Path top;

    private Checkouts checkouts;
    private Mirrors mirrors;
    private Mirror mirror;

    @BeforeEach
    void repository() throws IOException {
        checkouts = Checkouts.repository(top);
        checkouts.write("a", "first");
        checkouts.write("folder/b", "unchanged");
        mirrors = new Mirrors(
                checkouts.mirrorFolder().resolveSibling("").normalize(),
                "boot",
                SnapshotSettings.standard(),
                new CheckoutLocks());
        mirror = mirrors.open(id(), checkouts.at("a").resolveSibling("").normalize());
    }

    private MirrorId id() {
        return new MirrorId(String.valueOf(checkouts.mirrorFolder().getFileName()));
    }

    private Snapshot submitted(JobId job) throws IOException {
        Snapshot snapshot = mirror.capture();
        mirror.pin(job, snapshot);
        return snapshot;
    }

    private boolean holds(String content) throws IOException {
        Files.writeString(top.resolve("x"), content);
        String id = Checkouts.run(top, "git", "hash-object", "x").strip();
        return Files.exists(checkouts
                .mirrorFolder()
                .resolve("objects")
                .resolve(id.substring(0, 2))
                .resolve(id.substring(2)));
    }

    private void pruneAll() throws IOException {
        mirrors.prune(id(), Instant.MAX);
    }

    @Test
    void whatOnlyAFinishedJobNeededGoesAndTheLastCaptureStays() throws IOException {
        submitted(JOB);
        checkouts.write("a", "second, and longer");
        submitted(LATER);
        mirror.unpin(JOB);
        mirror.unpin(LATER);

        pruneAll();

        assertThat(holds("first")).isFalse();
        assertThat(holds("second, and longer")).isTrue();
        assertThat(holds("unchanged")).isTrue();
        assertThat(mirror.verify(mirror.capture().tree())).isTrue();
    }

    @Test
    void snapshotThatAJobHoldsStaysWholeAndCanBeSent() throws IOException {
        Snapshot held = submitted(JOB);
        checkouts.write("a", "second, and longer");
        checkouts.write("c", "new");
        mirror.capture();

        pruneAll();

        assertThat(mirror.verify(held.tree())).isTrue();
        SnapshotSource source = mirror.pinned(JOB).orElseThrow();
        ByteArrayOutputStream pack = new ByteArrayOutputStream();
        source.writePack(Optional.empty(), pack);
        assertThat(pack.size()).isGreaterThan(100);
    }

    @Test
    void treesThatHostsMayHaveStaySoThatOnlyChangesAreSent() throws IOException {
        TreeId before = submitted(JOB).tree();
        checkouts.write("a", "second, and longer");
        submitted(LATER);
        mirror.unpin(JOB);

        mirrors.prune(id(), Instant.EPOCH);

        assertThat(holds("first")).isTrue();
        assertThat(mirror.verify(before)).isTrue();
    }

    @Test
    void capturesGoOnAfterAPruningAndStoreWhatWentAgain() throws IOException {
        checkouts.write("a", "first");
        TreeId first = submitted(JOB).tree();
        checkouts.write("a", "second, and longer");
        submitted(LATER);
        mirror.unpin(JOB);
        pruneAll();

        checkouts.write("a", "first");

        TreeId again = submitted(JOB).tree();
        assertThat(again).isEqualTo(first);
        assertThat(mirror.verify(again)).isTrue();
    }

    @Test
    void whatACutCaptureLeftBesideItsObjectsGoes() throws IOException {
        submitted(JOB);
        Path half = checkouts.mirrorFolder().resolve("objects/ab/tmp_obj_x1y2z3");
        Files.createDirectories(half.getParent());
        Files.writeString(half, "half");

        pruneAll();

        assertThat(half).doesNotExist();
    }

    @Test
    void snapshotThatIsNotWholeIsNoReasonToKeepTheRestAndTheLastCaptureStaysWhole() throws IOException {
        Snapshot cut = submitted(JOB);
        checkouts.write("a", "second, and longer");
        TreeId last = mirror.capture().tree();
        String lost = cut.entries().getFirst().objectId();
        Files.delete(checkouts.mirrorFolder().resolve("objects/" + lost.substring(0, 2) + "/" + lost.substring(2)));

        pruneAll();

        assertThat(mirror.verify(last)).isTrue();
        assertThat(holds("unchanged")).isTrue();
        assertThat(checkouts.mirrorFolder().resolve("pruned")).exists();
    }

    @Test
    void lastCaptureThatIsNotWholeIsStoredAnewByTheNext() throws IOException {
        Snapshot last = submitted(JOB);
        mirror.unpin(JOB);
        String lost = last.tree().value();
        Files.delete(checkouts.mirrorFolder().resolve("objects/" + lost.substring(0, 2) + "/" + lost.substring(2)));

        pruneAll();

        assertThat(mirror.verify(mirror.capture().tree())).isTrue();
    }

    @Test
    void wholeMirrorGoesUnlessAJobHoldsASnapshotOfIt() throws IOException {
        submitted(JOB);
        assertThat(mirrors.remove(id())).isFalse();
        mirror.unpin(JOB);

        assertThat(mirrors.remove(id())).isTrue();

        assertThat(checkouts.mirrorFolder()).doesNotExist();
        assertThat(mirrors.all()).isEmpty();
        Mirror anew = mirrors.open(id(), checkouts.at("a").resolveSibling("").normalize());
        assertThat(anew.verify(anew.capture().tree())).isTrue();
    }

    @Test
    void removalThatWasCutShortIsFinishedBySweeping() throws IOException {
        Path left = checkouts.mirrorFolder().resolveSibling(".gone-" + id());
        Files.createDirectories(left.resolve("objects/ab"));

        mirrors.sweep();

        assertThat(left).doesNotExist();
        assertThat(mirrors.all()).containsExactly(id());
    }
}
