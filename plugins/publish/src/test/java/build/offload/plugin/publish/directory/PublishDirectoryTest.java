package build.offload.plugin.publish.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.plugin.publish.checkout.MemoryTempDir;
import build.offload.plugin.publish.checkout.PortableReach;
import build.offload.plugin.publish.checkout.Reach;
import build.offload.plugin.publish.checkout.Steps;
import build.offload.plugin.publish.checkout.Yard;
import build.offload.spi.model.OutputPath;
import build.offload.spi.publish.PublicationStrategy.Conflict;
import build.offload.spi.publish.PublicationStrategy.Placed;
import build.offload.spi.publish.PublicationStrategy.PromotionReport;
import build.offload.spi.publish.PublicationStrategy.PromotionReport.Blocked;
import build.offload.spi.publish.PublicationStrategy.PromotionReport.Promoted;
import build.offload.spi.publish.PublicationStrategy.Unit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A declared folder is replaced as a whole, and whatever in it is not ours is still there afterwards. */
class PublishDirectoryTest {

    @TempDir(factory = MemoryTempDir.class)
    private Path top;

    private Yard yard;

    @BeforeEach
    void checkout() throws IOException {
        yard = new Yard(top, PublishDirectory::new);
        yard.write("source", "mine");
    }

    private static Object inode(Path file) throws IOException {
        return Files.getAttribute(file, "unix:ino", LinkOption.NOFOLLOW_LINKS);
    }

    private static List<String> paths(PromotionReport report) {
        return switch (report) {
            case Promoted _ -> List.of();
            case Blocked(List<Conflict> conflicts) ->
                conflicts.stream().map(conflict -> conflict.path().value()).toList();
        };
    }

    @Test
    void strategyMovesWholeFoldersUnderItsName() {
        assertThat(new PublishDirectory().name()).isEqualTo("publish-directory");
        assertThat(new PublishDirectory().unit()).isEqualTo(Unit.FOLDER);
    }

    @Test
    void newFolderIsMadeWithTheFoldersOnItsWay() throws IOException {
        yard.stage("a/b/out/one", "1", true).stage("a/b/out/deep/er/two", "2").folder("a/b/out");

        PromotionReport report = yard.promote();

        assertThat(report)
                .isEqualTo(new Promoted(List.of(
                        new Placed(new OutputPath("a/b/out/one"), yard.stamp("a/b/out/one")),
                        new Placed(new OutputPath("a/b/out/deep/er/two"), yard.stamp("a/b/out/deep/er/two")))));
        assertThat(yard.picture().keySet())
                .containsExactlyInAnyOrder(
                        "/",
                        "source",
                        "a/",
                        "a/b/",
                        "a/b/out/",
                        "a/b/out/one",
                        "a/b/out/deep/",
                        "a/b/out/deep/er/",
                        "a/b/out/deep/er/two");
        assertThat(Yard.permissions(yard.at("a/b/out/one"))).isEqualTo("rwxr-xr-x");
        assertThat(yard.promote()).isEqualTo(report);
    }

    @Test
    void whatNoManifestKnowsIsCarriedOverAsTheVerySameFile() throws IOException {
        yard.write("out/made", "old");
        yard.write("out/local/notes ünd so", "mine");
        Files.createSymbolicLink(yard.at("out/link"), Path.of("nowhere"));
        Files.createDirectories(yard.at("out/empty"));
        yard.mode("out/local", 0750);
        yard.mode("out", 0711);
        yard.stage("out/made", "new").folder("out");
        Object notes = inode(yard.at("out/local/notes ünd so"));
        Map<String, String> expected = yard.picture();
        expected.replaceAll((path, found) -> path.equals("out/made") ? found.replace("old", "new") : found);

        assertThat(yard.promote()).isInstanceOf(Promoted.class);

        assertThat(yard.picture()).isEqualTo(expected);
        assertThat(inode(yard.at("out/local/notes ünd so"))).isEqualTo(notes);
        assertThat(Yard.permissions(yard.at("out"))).isEqualTo("rwx--x--x");
        assertThat(Yard.permissions(yard.at("out/local"))).isEqualTo("rwxr-x---");
    }

    @Test
    void outdatedFileGoesWithItsFolderUnlessSomebodyTouchedIt() throws IOException {
        yard.write("out/old/gone", "ours");
        yard.write("out/old/er/gone", "ours");
        yard.write("out/kept/edited", "ours");
        yard.stage("out/made", "new").folder("out", "old/gone", "old/er/gone", "kept/edited");
        yard.write("out/kept/edited", "mine now");

        assertThat(yard.promote()).isInstanceOf(Promoted.class);

        assertThat(yard.picture().keySet())
                .containsExactlyInAnyOrder("/", "source", "out/", "out/made", "out/kept/", "out/kept/edited");
        assertThat(yard.at("out/kept/edited")).hasContent("mine now");
    }

    @Test
    void fileAndFolderOfOursMayTakeEachOthersPlace() throws IOException {
        yard.write("out/file", "ours");
        yard.write("out/folder/inner", "ours");
        yard.stage("out/file/inner", "1").stage("out/folder", "2", false, true, Set.of());
        yard.folder("out", "file", "folder/inner");

        assertThat(yard.promote()).isInstanceOf(Promoted.class);

        assertThat(yard.at("out/file/inner")).hasContent("1");
        assertThat(yard.at("out/folder")).hasContent("2");
    }

    @Test
    @Tag("B44")
    void editedTargetBlocksTheWholeFolderAndEverythingIsAsItWas() throws IOException {
        yard.write("out/a", "old");
        yard.write("out/b", "old");
        yard.stage("out/a", "new").stage("out/b", "new").folder("out");
        yard.write("out/b", "by hand");
        Map<String, String> before = yard.picture();

        assertThat(paths(yard.promote())).containsExactly("out/b");
        assertThat(yard.picture()).isEqualTo(before);
    }

    @Test
    void whatStandsInTheWayOfATargetIsNamed() throws IOException {
        yard.write("out/way", "mine");
        yard.write("out/folder/mine", "mine");
        Files.createSymbolicLink(yard.at("out/link"), yard.at("source"));
        yard.stage("out/way/made", "1", false, true, Set.of())
                .stage("out/folder", "2", false, true, Set.of())
                .stage("out/link", "3", false, true, Set.of())
                .folder("out");
        Map<String, String> before = yard.picture();

        PromotionReport report = yard.promote();

        assertThat(paths(report)).containsExactlyInAnyOrder("out/way/made", "out/folder", "out/link");
        assertThat(yard.picture()).isEqualTo(before);
    }

    @Test
    void linkOrFileInPlaceOfTheFolderBlocksAndNothingIsWrittenBehindIt() throws IOException {
        Path outside = Files.createDirectories(top.resolve("outside"));
        Files.createSymbolicLink(yard.at("out"), outside);
        Files.createSymbolicLink(yard.at("way"), outside);
        yard.stage("out/a", "1", false, true, Set.of()).stage("way/out/a", "1", false, true, Set.of());
        yard.folder("out").folder("way/out");

        assertThat(paths(yard.promote())).containsExactly("out", "way/out");
        assertThat(outside).isEmptyDirectory();
    }

    @Test
    @Tag("B46")
    void stagedFileThatIsNotAsTheHostReportedIsRefusedAndNothingChanges() throws IOException {
        yard.write("out/a", "old");
        yard.stage("out/a", "new").folder("out");
        Files.writeString(yard.staged("out/a"), "lie");
        Map<String, String> before = yard.picture();

        assertThatThrownBy(yard::promote)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("another SHA-256 than the host reported");
        assertThat(yard.picture()).isEqualTo(before);
    }

    @Test
    void fileSystemWithoutExchangeIsRefusedByNameWithTheNextStepAndNothingChanges() throws IOException {
        yard.write("out/a", "old");
        yard.stage("out/a", "new").folder("out");
        Map<String, String> before = yard.picture();
        Reach without = new PortableReach(Steps.UNOBSERVED);

        assertThatThrownBy(() -> yard.promote(Steps.UNOBSERVED, () -> without))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(yard.checkout().toString())
                .hasMessageContaining("cannot exchange two folders")
                .hasMessageContaining("publish-files");
        assertThat(yard.picture()).isEqualTo(before);
        assertThat(yard.journal().resolve("promotion")).doesNotExist();
    }

    @Test
    void nameThatIsNotUtf8IsRefusedAndNothingChanges() throws IOException, InterruptedException {
        yard.write("out/a", "old");
        yard.stage("out/a", "new").folder("out");
        Process touch = new ProcessBuilder(
                        "sh", "-c", "touch \"$(printf '%s/odd\\377' \"$1\")\"", "sh", yard.at("out") + "")
                .inheritIO()
                .start();
        assertThat(touch.waitFor()).isZero();

        assertThatThrownBy(yard::promote)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("odd%FF")
                .hasMessageContaining("not UTF-8");
        assertThat(yard.at("out/a")).hasContent("old");
    }

    @Test
    void severalFoldersArePromotedAllOrNone() throws IOException {
        yard.write("one/a", "old");
        yard.write("two/a", "old");
        yard.stage("one/a", "new").stage("two/a", "new").folder("one").folder("two");
        Map<String, String> before = yard.picture();
        Steps spoiling = step -> {
            if (step.equals("placing 1")) {
                write("two/a", "by hand");
            }
        };

        PromotionReport report = yard.promote(spoiling, Reach::best);

        assertThat(paths(report)).containsExactly("two/a");
        before.replaceAll((path, found) -> path.equals("two/a") ? found.replace("old", "by hand") : found);
        assertThat(yard.picture()).isEqualTo(before);
    }

    private void write(String path, String content) {
        try {
            yard.write(path, content);
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
    }
}
