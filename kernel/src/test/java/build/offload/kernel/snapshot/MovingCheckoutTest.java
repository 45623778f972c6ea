package build.offload.kernel.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A snapshot is one state of the checkout, also while somebody writes in it and however files are dated. */
@Tag("B104")
class MovingCheckoutTest {

    private static final String WHEN_UPDATING = "case \"$*\" in *update-index*--add*) %s;; esac; ";

    @TempDir
    private Path top;

    private Checkouts checkouts;

    @BeforeEach
    void repository() throws IOException {
        checkouts = Checkouts.repository(top);
        checkouts.write("quiet", "0");
        checkouts.write("moving", "1");
    }

    /** A git that does something to the checkout right after it has read the files, or right before. */
    private Mirror mirrorWith(String before, String after) throws IOException {
        String body = WHEN_UPDATING.formatted(before) + "$GIT \"$@\"; code=$?; " + WHEN_UPDATING.formatted(after)
                + "exit $code";
        return checkouts.mirror(checkouts.withGit(checkouts.scriptedGit(body)), "boot-1");
    }

    @Test
    @Tag("B104")
    void fileThatChangesEachTimeAfterItWasReadIsRefusedByName() throws IOException {
        Mirror mirror = mirrorWith(":", "date +%s%N >> moving");

        assertThatThrownBy(mirror::capture)
                .isInstanceOfSatisfying(SnapshotException.class, refusal -> {
                    assertThat(refusal.kind()).isEqualTo(SnapshotException.Kind.CHECKOUT_MOVES);
                    assertThat(refusal.paths()).containsExactly("moving");
                })
                .hasMessageContaining("3 times")
                .hasMessageContaining("moving");
    }

    @Test
    void fileThatChangedOnceIsCapturedAgainAsItIsThen() throws IOException {
        Mirror mirror = mirrorWith(":", "[ -e ../done ] || { echo 2 > moving; touch ../done; }");

        Snapshot snapshot = mirror.capture();

        assertThat(checkouts.contents(snapshot)).containsEntry("moving", "2\n");
    }

    @Test
    void changeBetweenListingAndReadingIsInTheSnapshot() throws IOException {
        Mirror mirror = mirrorWith("date +%s%N >> moving; cp moving ../last", ":");

        Snapshot snapshot = mirror.capture();

        assertThat(checkouts.contents(snapshot)).containsEntry("moving", Files.readString(top.resolve("last")));
    }

    @Test
    @Tag("B104")
    void mereTouchRefusesNothing() throws IOException {
        Mirror mirror = mirrorWith(":", "touch moving quiet");

        Snapshot snapshot = mirror.capture();

        assertThat(checkouts.contents(snapshot)).containsEntry("moving", "1").containsEntry("quiet", "0");
    }

    @Test
    void fileThatIsDeletedAfterItWasReadIsMissedAndTheCaptureRepeated() throws IOException {
        Mirror mirror = mirrorWith(":", "rm -f moving");

        Snapshot snapshot = mirror.capture();

        assertThat(Checkouts.paths(snapshot)).containsExactly("quiet");
    }

    @Test
    void folderThatIsRenamedBetweenListingAndReadingIsNotMissing() throws IOException {
        checkouts.write("before/deep/file", "here");
        Mirror mirror = mirrorWith("[ -e ../done ] || { mv before after; touch ../done; }", ":");

        Snapshot snapshot = mirror.capture();

        assertThat(Checkouts.paths(snapshot)).containsExactly("after/deep/file", "moving", "quiet");
    }

    @Test
    void fileThatComesBetweenListingAndReadingIsThereWithWhatNeedsIt() throws IOException {
        Mirror mirror = mirrorWith(
                "[ -e ../done ] || { echo new > header; echo '#include header' > moving; touch ../done; }", ":");

        Snapshot snapshot = mirror.capture();

        assertThat(checkouts.contents(snapshot))
                .containsEntry("header", "new\n")
                .containsEntry("moving", "#include header\n");
    }

    @Test
    void ruleThatChangesBetweenListingAndReadingHoldsForWhatIsListed() throws IOException {
        checkouts.write(".gitignore", "quiet\n");
        Mirror mirror = mirrorWith("[ -e ../done ] || { echo moving > .gitignore; touch ../done; }", ":");

        Snapshot snapshot = mirror.capture();

        assertThat(checkouts.contents(snapshot))
                .containsEntry(".gitignore", "moving\n")
                .containsKey("quiet");
        assertThat(Checkouts.paths(snapshot)).doesNotContain("moving");
    }

    @Test
    void whatBuildsWriteIntoIgnoredFoldersMovesNothing() throws IOException {
        checkouts.write(".gitignore", "out/\n");
        Mirror mirror =
                mirrorWith("mkdir -p out; date +%s%N > out/$$; touch ../here; rm -f odd; mkdir odd; rmdir odd", ":");

        assertThat(Checkouts.paths(mirror.capture())).containsExactly(".gitignore", "moving", "quiet");
    }

    @Test
    void bitForExecutionThatChangesMeanwhileIsSeen() throws IOException {
        Mirror mirror = mirrorWith(":", "chmod +x moving");

        Snapshot snapshot = mirror.capture();

        assertThat(checkouts.contents(snapshot)).containsEntry("moving", "EXECUTABLE 1");
    }

    @Test
    void editOfTheSameSizeRightAfterACaptureIsSeenByTheNext() throws IOException {
        Mirror mirror = checkouts.mirror();
        for (int i = 100; i < 115; i++) {
            checkouts.write("moving", "edit " + i);

            Snapshot snapshot = mirror.capture();

            assertThat(checkouts.contents(snapshot)).containsEntry("moving", "edit " + i);
        }
    }

    @Test
    @Tag("B104")
    void editOfTheSameSizeWithRestoredTimeIsSeenByTheNext() throws IOException {
        Mirror mirror = checkouts.mirror();
        FileTime old = FileTime.fromMillis(1_000_000_000_000L);
        for (int i = 100; i < 115; i++) {
            Files.setLastModifiedTime(checkouts.write("moving", "edit " + i), old);

            Snapshot snapshot = mirror.capture();

            assertThat(checkouts.contents(snapshot)).containsEntry("moving", "edit " + i);
        }
    }

    @Test
    @Tag("B104")
    void editOfTheSameSizeWithRestoredTimeDuringACaptureIsSeen() throws IOException {
        Mirror mirror = mirrorWith(
                ":",
                "[ -e ../done ] || { touch -r moving ../date; printf 2 > moving; touch -r ../date moving; touch ../done; }");

        Snapshot snapshot = mirror.capture();

        assertThat(checkouts.contents(snapshot)).containsEntry("moving", "2");
    }

    @Test
    @Tag("B104")
    void fileWrittenAllTheTimeGivesAWholeContentOrARefusalByName() throws Exception {
        byte[] ones = filled('1');
        byte[] twos = filled('2');
        Path file = Files.write(checkouts.at("moving"), ones);
        Mirror mirror = checkouts.mirror();
        AtomicBoolean stop = new AtomicBoolean();
        CountDownLatch began = new CountDownLatch(1);
        Thread writer = Thread.ofPlatform().start(() -> rewrite(file, ones, twos, stop, began));
        began.await();
        try {
            Map<String, String> contents = checkouts.contents(mirror.capture());

            assertThat(contents.getOrDefault("moving", "").chars().distinct()).hasSize(1);
        } catch (SnapshotException refusal) {
            assertThat(refusal.kind()).isEqualTo(SnapshotException.Kind.CHECKOUT_MOVES);
            assertThat(refusal.paths()).containsExactly("moving");
        } finally {
            stop.set(true);
            writer.join();
        }
    }

    private static byte[] filled(char with) {
        byte[] bytes = new byte[50_000_000];
        Arrays.fill(bytes, (byte) with);
        return bytes;
    }

    private static void rewrite(Path file, byte[] ones, byte[] twos, AtomicBoolean stop, CountDownLatch began) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            for (int i = 0; !stop.get(); i++) {
                channel.write(ByteBuffer.wrap(i % 2 == 0 ? twos : ones), 0);
                began.countDown();
            }
        } catch (IOException failed) {
            began.countDown();
        }
    }
}
