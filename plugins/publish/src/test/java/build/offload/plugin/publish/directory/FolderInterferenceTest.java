package build.offload.plugin.publish.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.plugin.publish.checkout.MemoryTempDir;
import build.offload.plugin.publish.checkout.Reach;
import build.offload.plugin.publish.checkout.Steps;
import build.offload.plugin.publish.checkout.Yard;
import build.offload.spi.publish.PublicationStrategy.PromotionReport;
import build.offload.spi.publish.PublicationStrategy.PromotionReport.Blocked;
import build.offload.spi.publish.PublicationStrategy.PromotionReport.Promoted;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Somebody works in a declared folder while it is replaced: nothing of theirs is lost. */
class FolderInterferenceTest {

    @TempDir(factory = MemoryTempDir.class)
    private Path top;

    private Yard yard;
    private Map<String, String> before;

    @BeforeEach
    void folderWithATargetAndALocalFile() throws IOException {
        yard = new Yard(top, PublishDirectory::new);
        yard.write("out/made", "old");
        yard.write("out/local", "mine");
        yard.stage("out/made", "new").folder("out");
        before = yard.picture();
    }

    @FunctionalInterface
    private interface Deed {
        void run() throws IOException;
    }

    private Steps doing(String when, Deed deed) {
        boolean[] done = {false};
        return step -> {
            if (step.equals(when) && !done[0]) {
                done[0] = true;
                try {
                    deed.run();
                } catch (IOException failed) {
                    throw new AssertionError(failed);
                }
            }
        };
    }

    /** Replace a file as an editor does that writes another one and renames it. */
    private void renameOver(String path) throws IOException {
        Path fresh = yard.write("fresh", "by hand");
        Files.move(fresh, yard.at(path), StandardCopyOption.REPLACE_EXISTING);
    }

    private void blockedBy(String path, String reason, Steps steps) throws IOException {
        PromotionReport report = yard.promote(steps, Reach::best);

        assertThat(report)
                .isInstanceOfSatisfying(
                        Blocked.class,
                        blocked -> assertThat(blocked.conflicts()).anySatisfy(conflict -> {
                            assertThat(conflict.path().value()).isEqualTo(path);
                            assertThat(conflict.reason()).contains(reason);
                        }));
    }

    @ParameterizedTest
    @ValueSource(strings = {"out/made", "out/local"})
    void fileReplacedInTheLastMomentComesBackAsItWasPut(String path) throws IOException {
        blockedBy(path, "was changed during the promotion", doing("placing 0", () -> renameOver(path)));

        before.replaceAll((one, was) -> one.equals(path) ? was.replaceAll("old|mine", "by hand") : was);
        assertThat(yard.picture()).isEqualTo(before);
    }

    @Test
    void fileThatAppearsInTheLastMomentIsKeptAndBlocks() throws IOException {
        blockedBy("out/late", "appeared", doing("placing 0", () -> yard.write("out/late", "by hand")));

        assertThat(yard.at("out/late")).hasContent("by hand");
        assertThat(yard.at("out/made")).hasContent("old");
    }

    @Test
    void fileRemovedInTheLastMomentStaysRemoved() throws IOException {
        blockedBy("out/local", "was removed", doing("placing 0", () -> Files.delete(yard.at("out/local"))));

        assertThat(yard.at("out/local")).doesNotExist();
        assertThat(yard.at("out/made")).hasContent("old");
    }

    @Test
    void folderThatAppearsInTheLastMomentIsNotReplaced() throws IOException {
        Yard other = new Yard(top.resolve("other"), PublishDirectory::new);
        other.stage("out/made", "new").folder("out");
        Steps making = doing("placing 0", () -> other.write("out/late", "by hand"));

        assertThat(other.promote(making, Reach::best)).isInstanceOf(Blocked.class);
        assertThat(other.picture().keySet()).containsExactlyInAnyOrder("/", "out/", "out/late");
    }

    @Test
    void localFileThatIsBeingWrittenToKeepsEveryWordWhereverTheFolderIs() throws IOException {
        try (BufferedWriter writer = Files.newBufferedWriter(yard.at("out/local"), StandardOpenOption.APPEND)) {
            Steps writing = step -> {
                try {
                    writer.write(" " + step);
                    writer.flush();
                } catch (IOException failed) {
                    throw new AssertionError(failed);
                }
            };

            assertThat(yard.promote(writing, Reach::best)).isInstanceOf(Promoted.class);
        }

        assertThat(Files.readString(yard.at("out/local"))).contains("compared", "placed 0", "journal PLACED in place");
        assertThat(yard.at("out/made")).hasContent("new");
    }

    @Test
    void fileLeftInTheOldFolderByWhoeverHoldsItOpenMovesIntoTheNewOne() throws IOException {
        Steps late = doing("journal PLACED in place", () -> Files.writeString(aside().resolve("late"), "by hand"));

        assertThat(yard.promote(late, Reach::best)).isInstanceOf(Promoted.class);

        assertThat(yard.at("out/late")).hasContent("by hand");
        assertThat(yard.at("out/made")).hasContent("new");
        assertThat(reserved()).isEmpty();
    }

    @Test
    void fileThatCannotMoveSinceItsNameIsTakenIsKeptWhereNothingSweepsIt() throws IOException {
        Steps late = doing("journal PLACED in place", () -> {
            Path again = Files.writeString(yard.at("source.tmp"), "by hand");
            Files.move(again, aside().resolve("made"), StandardCopyOption.REPLACE_EXISTING);
        });

        assertThat(yard.promote(late, Reach::best)).isInstanceOf(Promoted.class);
        assertThat(yard.promote()).isInstanceOf(Promoted.class);

        assertThat(yard.at("out/made")).hasContent("new");
        assertThat(reserved())
                .singleElement()
                .satisfies(kept -> assertThat(kept.resolve("made")).hasContent("by hand"));
    }

    private Path aside() throws IOException {
        return reserved().getFirst();
    }

    private List<Path> reserved() throws IOException {
        try (Stream<Path> names = Files.list(yard.checkout())) {
            return names.filter(path -> path.getFileName().toString().startsWith(".offload-"))
                    .toList();
        }
    }

    @Test
    void editsOfTheNewFolderAreCarriedBackWhenItIsPutBack() throws IOException {
        yard.write("two/made", "old");
        yard.stage("two/made", "new").folder("two");
        Steps editing = doing("placing 1", () -> {
            yard.write("out/made", "edited after it was put in place");
            yard.write("out/brand new", "by hand");
            yard.write("two/made", "by hand");
        });

        blockedBy("two/made", "was changed during the promotion", editing);

        assertThat(yard.at("out/made")).hasContent("edited after it was put in place");
        assertThat(yard.at("out/brand new")).hasContent("by hand");
        assertThat(yard.at("out/local")).hasContent("mine");
        assertThat(yard.at("two/made")).hasContent("by hand");
        assertThat(reserved()).isEmpty();
    }

    @Test
    void refusalOfTheFileSystemIsReportedAndEverythingIsPutBack() throws IOException {
        Steps interrupting = doing("copied 0", () -> Thread.currentThread().interrupt());

        assertThatThrownBy(() -> yard.promote(interrupting, Reach::best)).isInstanceOf(IOException.class);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(yard.promote()).isInstanceOf(Promoted.class);
        assertThat(reserved()).isEmpty();
    }
}
