package build.offload.plugin.publish.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.plugin.publish.checkout.Folder;
import build.offload.plugin.publish.checkout.MemoryTempDir;
import build.offload.plugin.publish.checkout.NativeReach;
import build.offload.plugin.publish.checkout.Reach;
import build.offload.plugin.publish.checkout.Steps;
import build.offload.plugin.publish.checkout.Yard;
import build.offload.spi.publish.PublicationStrategy.Conflict;
import build.offload.spi.publish.PublicationStrategy.PromotionReport;
import build.offload.spi.publish.PublicationStrategy.PromotionReport.Blocked;
import build.offload.spi.publish.PublicationStrategy.PromotionReport.Promoted;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody works in the checkout, or the file system refuses, while a promotion is on its way. */
class InterferenceTest {

    @TempDir(factory = MemoryTempDir.class)
    private Path top;

    private Yard yard;
    private Map<String, String> before = Map.of();

    @BeforeEach
    void twoReplacedFilesAndANewOne() throws IOException {
        yard = new Yard(top, PublishFiles::new);
        yard.write("out/a", "old a");
        yard.write("out/b", "old b");
        yard.stage("out/a", "new a").stage("out/b", "new b").stage("out/c/d", "new d");
        before = yard.picture();
    }

    private static Reach nativeReach() {
        return NativeReach.load().orElseThrow();
    }

    private interface Deed {
        void run() throws IOException;
    }

    /** Return steps at which the deed is done once, just before the named one goes on. */
    private static Steps doing(String at, Deed deed) {
        boolean[] done = new boolean[1];
        return step -> {
            if (step.equals(at) && !done[0]) {
                done[0] = true;
                try {
                    deed.run();
                } catch (IOException failed) {
                    throw new UncheckedIOException(failed);
                }
            }
        };
    }

    private Path waiting(int number) {
        return yard.at("out/.offload-" + yard.request().attempt() + "-" + number + ".new");
    }

    private void renameOver(String path) throws IOException {
        Files.move(yard.write("editor.tmp", "by hand"), yard.at(path), StandardCopyOption.REPLACE_EXISTING);
    }

    private void blockedBy(String path, String reason, Steps steps) throws IOException {
        PromotionReport report = yard.promote(steps, InterferenceTest::nativeReach);

        assertThat(report)
                .isInstanceOfSatisfying(
                        Blocked.class,
                        blocked -> assertThat(blocked.conflicts())
                                .singleElement()
                                .satisfies(conflict -> {
                                    assertThat(conflict.path().value()).isEqualTo(path);
                                    assertThat(conflict.reason()).contains(reason);
                                }));
        Map<String, String> expected = new TreeMap<>(before);
        expected.put(path, "rw-r--r-- by hand");
        assertThat(yard.picture()).isEqualTo(expected);
        assertThat(yard.journal()).isEmptyDirectory();
    }

    @Test
    void fileReplacedInTheLastMomentComesBackAsItWasPut() throws IOException {
        blockedBy("out/b", "changed during the promotion", doing("placing 1", () -> renameOver("out/b")));
    }

    @Test
    void replacedFileThatIsStillWrittenToComesBackWithWhatWasWritten() throws IOException {
        blockedBy(
                "out/b",
                "changed while it was replaced",
                doing("placed 1", () -> Files.writeString(waiting(1), "by hand")));
    }

    @Test
    void fileEditedRightAfterItWasPutInPlaceKeepsTheEdit() throws IOException {
        blockedBy("out/a", "right after", doing("placed 0", () -> yard.write("out/a", "by hand")));
    }

    @Test
    void fileEditedWhileOthersArePutInPlaceKeepsTheEdit() throws IOException {
        blockedBy("out/a", "after it was put in place", doing("placing 1", () -> yard.write("out/a", "by hand")));
    }

    @Test
    void fileThatAppearsInTheLastMomentIsNotOverwritten() throws IOException {
        PromotionReport report =
                yard.promote(doing("placing 2", () -> yard.write("out/c/d", "by hand")), InterferenceTest::nativeReach);

        assertThat(report).isInstanceOf(Blocked.class);
        assertThat(yard.at("out/c/d")).hasContent("by hand");
        assertThat(yard.at("out/a")).hasContent("old a");
    }

    @Test
    void fileThatDisappearsInTheLastMomentIsNotMade() throws IOException {
        PromotionReport report =
                yard.promote(doing("placing 1", () -> Files.delete(yard.at("out/b"))), InterferenceTest::nativeReach);

        assertThat(report)
                .isInstanceOfSatisfying(
                        Blocked.class,
                        blocked -> assertThat(blocked.conflicts())
                                .extracting(Conflict::reason)
                                .containsExactly("was removed during the promotion"));
        assertThat(yard.at("out/b")).doesNotExist();
        assertThat(yard.at("out/a")).hasContent("old a");
    }

    @Test
    void copyThatIsRemovedMeanwhileBlocks() throws IOException {
        PromotionReport report =
                yard.promote(doing("compared", () -> Files.delete(waiting(1))), InterferenceTest::nativeReach);

        assertThat(report).isInstanceOf(Blocked.class);
        assertThat(yard.picture()).isEqualTo(before);
    }

    @Test
    void folderSwappedForALinkInTheLastMomentLeadsNowhere() throws IOException {
        Path outside = Files.createDirectory(top.resolve("outside"));
        Files.writeString(outside.resolve("b"), "not of this checkout");

        PromotionReport report = yard.promote(
                doing("placing 1", () -> {
                    Files.move(yard.at("out"), yard.at("moved"));
                    Files.createSymbolicLink(yard.at("out"), outside);
                }),
                InterferenceTest::nativeReach);

        assertThat(report).isInstanceOf(Blocked.class);
        assertThat(outside).isDirectoryNotContaining("regex:.*offload.*");
        assertThat(outside.resolve("b")).hasContent("not of this checkout");
        assertThat(outside.resolve("a")).doesNotExist();
    }

    /** A file system that refuses one rename. */
    private record Refusing(Reach behind, int[] left) implements Reach {
        @Override
        public Folder top(Path folder) throws IOException {
            return behind.top(folder);
        }

        @Override
        public Entered into(Folder folder, String name) throws IOException {
            return behind.into(folder, name);
        }

        @Override
        public boolean moveToFreeName(Folder from, String name, Folder to, String freeName) throws IOException {
            return behind.moveToFreeName(from, name, to, freeName);
        }

        @Override
        public Exchanged exchange(Folder one, String name, Folder other, String otherName) throws IOException {
            if (left[0]-- == 0) {
                throw new FileSystemException(otherName, null, "no space");
            }
            return behind.exchange(one, name, other, otherName);
        }

        @Override
        public boolean syncFileSystem(Folder folder) throws IOException {
            return behind.syncFileSystem(folder);
        }
    }

    @Test
    void refusalOfTheFileSystemIsReportedAndEverythingIsPutBack() throws IOException {
        Supplier<Reach> refusing = () -> new Refusing(nativeReach(), new int[] {1});

        assertThatThrownBy(() -> yard.promote(Steps.UNOBSERVED, refusing))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("stopped at 'b'")
                .hasMessageContaining("no space");

        assertThat(yard.picture()).isEqualTo(before);
    }

    @Test
    void secondRefusalLeavesAJournalFromWhichTheNextCallPutsBack() throws IOException {
        int[] left = {1};
        Reach refusing = new Refusing(nativeReach(), left);
        Steps again = step -> left[0] = step.equals("putting back 0") ? 0 : left[0];

        assertThatThrownBy(() -> yard.promote(again, () -> refusing)).isInstanceOf(IOException.class);
        PromotionReport report = yard.promote();

        assertThat(report).isEqualTo(new Blocked(List.of()));
        assertThat(yard.picture()).isEqualTo(before);
    }

    @Test
    void interruptedPromotionIsFinishedByTheNextCall() throws IOException {
        Steps interrupting = doing("placing 1", () -> Thread.currentThread().interrupt());

        assertThatThrownBy(() -> yard.promote(interrupting, InterferenceTest::nativeReach))
                .isInstanceOf(IOException.class);
        assertThat(Thread.interrupted()).isTrue();

        assertThat(yard.promote()).isInstanceOf(Promoted.class);
        assertThat(yard.at("out/a")).hasContent("new a");
        assertThat(yard.at("out/c/d")).hasContent("new d");
    }
}
