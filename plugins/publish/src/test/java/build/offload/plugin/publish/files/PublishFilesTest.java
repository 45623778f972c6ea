package build.offload.plugin.publish.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import build.offload.plugin.publish.checkout.MemoryTempDir;
import build.offload.plugin.publish.checkout.PortableReach;
import build.offload.plugin.publish.checkout.Reach;
import build.offload.plugin.publish.checkout.Steps;
import build.offload.plugin.publish.checkout.Yard;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.FileStamp;
import build.offload.spi.model.JobId;
import build.offload.spi.model.OutputPath;
import build.offload.spi.publish.PublicationStrategy;
import build.offload.spi.publish.PublicationStrategy.Conflict;
import build.offload.spi.publish.PublicationStrategy.Placed;
import build.offload.spi.publish.PublicationStrategy.PromotionReport;
import build.offload.spi.publish.PublicationStrategy.PromotionReport.Blocked;
import build.offload.spi.publish.PublicationStrategy.PromotionReport.Promoted;
import build.offload.spi.publish.PublicationStrategy.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a promotion does when nothing goes wrong, and what it refuses to begin. */
class PublishFilesTest {

    /** Under a POSIX locale the JDK cannot spell this. */
    private static final String ACCENTED = "\u00e9/\u4e2d";

    @TempDir(factory = MemoryTempDir.class)
    private Path top;

    private Yard yard;

    @BeforeEach
    void checkout() throws IOException {
        yard = new Yard(top, PublishFiles::new);
        yard.write("source", "mine");
    }

    private static Map<String, String> reasons(PromotionReport report) {
        assertThat(report).isInstanceOf(Blocked.class);
        return ((Blocked) report)
                .conflicts().stream().collect(Collectors.toMap(one -> one.path().value(), Conflict::reason));
    }

    private void blockedFor(String path, String reason) throws IOException {
        Map<String, String> before = yard.picture();

        PromotionReport report = yard.promote();

        assertThat(reasons(report)).containsOnlyKeys(path);
        assertThat(reasons(report).get(path)).contains(reason);
        assertThat(yard.picture()).isEqualTo(before);
    }

    @Test
    void moduleProvidesTheStrategyUnderItsName() {
        assertThat(PublishFiles.class.getModule().getDescriptor().provides())
                .singleElement()
                .satisfies(provided -> {
                    assertThat(provided.service()).isEqualTo(PublicationStrategy.class.getName());
                    assertThat(provided.providers()).contains(PublishFiles.class.getName());
                });
        assertThat(new PublishFiles().name()).isEqualTo("publish-files");
    }

    @Test
    void newAndReplacedFilesAreInPlaceWithTheStampsReported() throws IOException {
        yard.write("out/old", "1");
        yard.stage("out/old", "2").stage("out/deep/er/new", "3").stage("top", "");

        PromotionReport report = yard.promote();

        assertThat(report)
                .isEqualTo(new Promoted(List.of(
                        new Placed(new OutputPath("out/old"), yard.stamp("out/old")),
                        new Placed(new OutputPath("out/deep/er/new"), yard.stamp("out/deep/er/new")),
                        new Placed(new OutputPath("top"), yard.stamp("top")))));
        assertThat(yard.picture())
                .containsExactly(
                        Map.entry("/", ""),
                        Map.entry("out/", ""),
                        Map.entry("out/deep/", ""),
                        Map.entry("out/deep/er/", ""),
                        Map.entry("out/deep/er/new", "rw-r--r-- 3"),
                        Map.entry("out/old", "rw-r--r-- 2"),
                        Map.entry("source", "rw-r--r-- mine"),
                        Map.entry("top", "rw-r--r-- "));
    }

    @Test
    void permissionsAreTheReplacedFilesWithExecutionAsDeclaredAndNoSpecialBits() throws IOException {
        yard.write("private", "1");
        yard.mode("private", 0600);
        yard.write("special", "1");
        yard.mode("special", 06755);
        yard.write("script", "1");
        yard.mode("script", 0640);
        yard.write("read-only", "1");
        yard.mode("read-only", 0444);
        yard.stage("private", "2")
                .stage("special", "2")
                .stage("script", "2", true)
                .stage("read-only", "2");
        yard.stage("program", "2", true);

        yard.promote();

        assertThat(yard.picture())
                .containsEntry("private", "rw------- 2")
                .containsEntry("special", "rw-r--r-- 2")
                .containsEntry("script", "rwxr-x--- 2")
                .containsEntry("read-only", "r--r--r-- 2")
                .containsEntry("program", "rwxr-xr-x 2");
        assertThat((int) Files.getAttribute(yard.at("special"), "unix:mode") & 07777)
                .isEqualTo(0644);
    }

    @Test
    void oddNamesArePromotedAndReportedAfterwardsToo() throws IOException {
        yard.stage("a b\tc\nd\\e", "1").stage("-r/*", "2").stage(ACCENTED, "3");

        PromotionReport first = yard.promote();
        PromotionReport again = yard.promote();

        assertThat(first).isInstanceOf(Promoted.class).isEqualTo(again);
        assertThat(yard.picture()).containsEntry("a b\tc\nd\\e", "rw-r--r-- 1").containsEntry("-r/*", "rw-r--r-- 2");
        assertThat(yard.at(ACCENTED)).hasContent("3");
    }

    @Test
    void stagingMayBeOnAnotherFileSystem(@TempDir Path elsewhere) throws IOException {
        assumeTrue(
                !Files.getFileStore(elsewhere).equals(Files.getFileStore(top)),
                "there is only one file system to test with");
        Yard far = new Yard(top.resolve("far"), elsewhere.resolve("staging"), PublishFiles::new);
        far.stage("out/new", "1");

        assertThat(far.promote()).isInstanceOf(Promoted.class);
        assertThat(far.at("out/new")).hasContent("1");
    }

    @Test
    void manyFilesArePromotedWithAndWithoutCallsOfTheSystem() throws IOException {
        for (Reach reach : List.of(Reach.best(), new PortableReach(Steps.UNOBSERVED))) {
            Yard many = new Yard(top.resolve(reach.getClass().getSimpleName()), PublishFiles::new);
            for (int i = 0; i < 40; i++) {
                many.stage("out/" + i % 3 + "/file" + i, "content " + i);
            }

            PromotionReport report = many.promote(Steps.UNOBSERVED, () -> reach);

            assertThat(report)
                    .isInstanceOfSatisfying(
                            Promoted.class, done -> assertThat(done.files()).hasSize(40));
            assertThat(many.at("out/0/file39")).hasContent("content 39");
        }
    }

    @Test
    void nothingToPromoteIsPromoted() throws IOException {
        assertThat(yard.promote()).isEqualTo(new Promoted(List.of()));
    }

    @Test
    void repeatedCallAnswersTheSameAndTouchesNothing() throws IOException {
        yard.stage("out", "1");
        PromotionReport first = yard.promote();
        yard.write("out", "edited since");

        PromotionReport again = yard.promote();

        assertThat(again).isEqualTo(first);
        assertThat(yard.at("out")).hasContent("edited since");
    }

    @Test
    void journalOfAnotherPromotionIsRefused() throws IOException {
        yard.stage("out", "1").promote();
        yard.stage("more", "2");

        assertThatThrownBy(yard::promote)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is not of this promotion");
        assertThat(yard.at("more")).doesNotExist();
    }

    @Test
    @Tag("B44")
    void editedTargetBlocksTheWholeJobAndKeepsTheEditAndTheStagedFile() throws IOException {
        yard.write("out/a", "1");
        yard.write("out/b", "1");
        yard.stage("out/a", "2").stage("out/b", "2");
        yard.write("out/b", "by hand");

        blockedFor("out/b", "changed after the job was submitted");

        assertThat(yard.staged("out/b")).hasContent("2");
    }

    @Test
    void targetThatIsThereUnexpectedlyBlocks() throws IOException {
        yard.stage("out", "1");
        yard.write("out", "by hand");

        blockedFor("out", "was not when the job was submitted");
    }

    @Test
    void targetThatIsGoneUnexpectedlyBlocks() throws IOException {
        yard.write("out", "1");
        yard.stage("out", "2");
        Files.delete(yard.at("out"));

        blockedFor("out", "is gone");
    }

    @Test
    void anyOfTheAllowedStatesIsReplaced() throws IOException {
        yard.write("out", "promoted by an earlier job");
        yard.stage("out", "2", false, true, Set.of(new FileStamp(1, 2, 3, 4), yard.stamp("out")));

        assertThat(yard.promote()).isInstanceOf(Promoted.class);
    }

    @Test
    void linkOrFolderAtTheTargetBlocksAndIsNotFollowed() throws IOException {
        yard.stage("link", "1").stage("folder", "1");
        Files.createSymbolicLink(yard.at("link"), Path.of("source"));
        Files.createDirectory(yard.at("folder"));
        Map<String, String> before = yard.picture();

        Map<String, String> reasons = reasons(yard.promote());

        assertThat(reasons).containsEntry("link", "is a link").containsEntry("folder", "is a folder");
        assertThat(yard.picture()).isEqualTo(before);
    }

    @Test
    void linkOrFileOnTheWayBlocksAndNothingIsWrittenBehindIt() throws IOException {
        Path outside = Files.createDirectory(top.resolve("outside"));
        yard.stage("out/deep/file", "1").stage("source2/file", "1");
        Files.createSymbolicLink(yard.at("out"), outside);
        yard.write("source2", "a file");
        Map<String, String> before = yard.picture();

        Map<String, String> reasons = reasons(yard.promote());

        assertThat(reasons.get("out/deep/file")).contains("reached through 'out'");
        assertThat(reasons.get("source2/file")).contains("reached through 'source2'");
        assertThat(yard.picture()).isEqualTo(before);
        assertThat(outside).isEmptyDirectory();
    }

    @Test
    @Tag("B46")
    void stagedFileThatIsNotAsTheHostReportedIsRefusedAndNothingChanges() throws IOException {
        yard.write("out/a", "1");
        yard.stage("out/a", "2").stage("out/b", "ten kilobytes");
        Files.writeString(yard.staged("out/b"), "");
        Map<String, String> before = yard.picture();

        assertThatThrownBy(yard::promote)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("out/b")
                .hasMessageContaining("has 0 bytes, but the host reported 13");
        Files.writeString(yard.staged("out/b"), "TEN kilobytes");
        assertThatThrownBy(yard::promote).hasMessageContaining("another SHA-256");
        Files.delete(yard.staged("out/b"));
        assertThatThrownBy(yard::promote).hasMessageContaining("is not there as a file");
        Files.createSymbolicLink(yard.staged("out/b"), yard.at("source"));
        assertThatThrownBy(yard::promote).hasMessageContaining("is not there as a file");

        assertThat(yard.picture()).isEqualTo(before);
        assertThat(yard.journal()).doesNotExist();
    }

    @Test
    void leftoversOfThisAttemptAreSweptAndThoseOfOthersAreNot() throws IOException {
        AttemptId other = new AttemptId(new JobId("b".repeat(64)), 1);
        yard.write("out/.offload-" + yard.request().attempt() + "-0.new", "half");
        yard.write(".offload-" + yard.request().attempt() + "-1.old", "half");
        yard.write("out/.offload-" + other + "-0.new", "theirs");
        yard.stage("out/a", "1");

        yard.promote();

        assertThat(yard.picture()).containsOnlyKeys("/", "out/", "out/a", "source", "out/.offload-" + other + "-0.new");
    }

    @Test
    void hardLinkedTargetIsReplacedWithoutTouchingItsOtherName() throws IOException {
        yard.write("out", "1");
        Files.createLink(yard.at("other name"), yard.at("out"));
        yard.stage("out", "2");

        yard.promote();

        assertThat(yard.at("out")).hasContent("2");
        assertThat(yard.at("other name")).hasContent("1");
    }

    @Test
    void targetsThatCannotStandTogetherAreBlockedAndPutBack() throws IOException {
        yard.stage("out", "1");
        Target file = yard.request().targets().getFirst();
        yard.stage("x/in", "2").target(file);

        Map<String, String> before = yard.picture();
        PromotionReport report = yard.promote();

        assertThat(reasons(report)).containsOnlyKeys("out");
        assertThat(yard.picture()).isEqualTo(before);
    }
}
