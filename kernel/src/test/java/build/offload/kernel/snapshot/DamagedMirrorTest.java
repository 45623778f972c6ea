package build.offload.kernel.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.spi.executor.SnapshotSource;
import build.offload.spi.model.JobId;
import build.offload.spi.model.TreeId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A mirror heals: whatever a crash or a power loss left of it, the next capture is right and its objects are there. */
class DamagedMirrorTest {

    private static final JobId JOB = new JobId("a".repeat(64));

    @TempDir
    private Path top;

    private Checkouts checkouts;

    @BeforeEach
    void repository() throws IOException {
        checkouts = Checkouts.repository(top);
        checkouts.write("a", "1");
        checkouts.write("folder/b", "2");
    }

    private Path objectOf(String content) throws IOException {
        Files.writeString(top.resolve("x"), content);
        String id = Checkouts.run(top, "git", "hash-object", "x").strip();
        return checkouts
                .mirrorFolder()
                .resolve("objects")
                .resolve(id.substring(0, 2))
                .resolve(id.substring(2));
    }

    private void truncate(Path object) throws IOException {
        Files.delete(object);
        Files.createFile(object);
    }

    @Test
    void indexThatIsGarbageIsBuiltAgain() throws IOException {
        TreeId tree = checkouts.mirror().capture().tree();
        Files.write(checkouts.mirrorFolder().resolve("index"), new byte[200]);

        assertThat(checkouts.mirror().capture().tree()).isEqualTo(tree);
    }

    @Test
    void whatADeadCaptureLeftDoesNotHinderTheNext() throws IOException {
        TreeId tree = checkouts.mirror().capture().tree();
        Path left = Files.createDirectory(checkouts.mirrorFolder().resolve("run-1"));
        Files.writeString(left.resolve("index.lock"), "");
        Files.writeString(checkouts.mirrorFolder().resolve("index.lock"), "");
        Mirror mirror = checkouts.mirror();

        assertThat(mirror.capture().tree()).isEqualTo(tree);
        assertThat(left).doesNotExist();
    }

    @Test
    void captureLeavesNoFilesOfItsWork() throws IOException {
        Mirror mirror = checkouts.mirror();
        mirror.capture();

        assertThat(checkouts.mirrorFolder()).isDirectoryNotContaining("glob:**/run-*");
        assertThat(checkouts.mirrorFolder()).isDirectoryNotContaining("glob:**/*.new");
    }

    @Test
    void objectThatIsShortAfterABootIsStoredAgain() throws IOException {
        TreeId tree = checkouts.mirror().capture().tree();
        truncate(objectOf("2"));
        Mirror afterBoot = checkouts.mirror(SnapshotSettings.standard(), "boot-2");

        Snapshot snapshot = afterBoot.capture();

        assertThat(snapshot.tree()).isEqualTo(tree);
        assertThat(checkouts.contents(snapshot)).containsEntry("folder/b", "2");
    }

    @Test
    void objectThatIsMissingAfterABootIsStoredAgain() throws IOException {
        TreeId tree = checkouts.mirror().capture().tree();
        Files.delete(objectOf("2"));
        Mirror afterBoot = checkouts.mirror(SnapshotSettings.standard(), "boot-2");

        Snapshot snapshot = afterBoot.capture();

        assertThat(snapshot.tree()).isEqualTo(tree);
        assertThat(afterBoot.verify(tree)).isTrue();
    }

    @Test
    void treeWithAMissingOrShortObjectDoesNotVerify() throws IOException {
        Mirror mirror = checkouts.mirror();
        TreeId whole = mirror.capture().tree();
        boolean before = mirror.verify(whole);
        truncate(objectOf("1"));

        assertThat(before).isTrue();
        assertThat(mirror.verify(whole)).isFalse();
        assertThat(mirror.verify(new TreeId("1".repeat(40)))).isFalse();
    }

    @Test
    void packThatCannotBeMadeFailsAndTheNextCaptureMakesItPossible() throws IOException {
        Mirror mirror = checkouts.mirror();
        mirror.pin(JOB, mirror.capture());
        SnapshotSource source = mirror.pinned(JOB).orElseThrow();
        truncate(objectOf("1"));
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        assertThatThrownBy(() -> source.writePack(Optional.empty(), out))
                .isInstanceOf(SnapshotException.class)
                .hasMessageContaining("pack-objects");
        mirror.capture();
        source.writePack(Optional.empty(), out);

        assertThat(mirror.verify(source.tree())).isTrue();
    }

    @Test
    void captureThatGitRefusesTwiceSaysWhatGitSaid() throws IOException {
        String git =
                checkouts.scriptedGit("case \"$*\" in *update-index*) echo no luck >&2; exit 3;; esac; $GIT \"$@\"");
        Mirror mirror = checkouts.mirror(checkouts.withGit(git), "boot-1");

        assertThatThrownBy(mirror::capture)
                .isInstanceOfSatisfying(
                        SnapshotException.class,
                        failure -> assertThat(failure.kind()).isEqualTo(SnapshotException.Kind.MIRROR_BROKEN))
                .hasMessageContaining("no luck")
                .hasMessageContaining("ended with 3");
    }

    @Test
    void checkoutThatIsGoneIsNamed() throws IOException {
        Mirror mirror = checkouts.mirror();
        Snapshot snapshot = mirror.capture();
        FolderTree.delete(checkouts.checkout());

        assertThatThrownBy(mirror::capture).hasMessageContaining("the checkout is gone");
        assertThat(mirror.verify(snapshot.tree())).isTrue();
    }

    @Test
    void mirrorIsForItsOwnerAlone() throws IOException {
        checkouts.mirror();

        assertThat(Files.getPosixFilePermissions(checkouts.mirrorFolder())).hasSize(3);
    }
}
