package build.offload.kernel.job;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.rig.Call;
import build.offload.kernel.rig.Order;
import build.offload.kernel.rig.Rig;
import build.offload.kernel.rig.RigExtension;
import build.offload.kernel.rig.ScriptedHost;
import build.offload.kernel.rig.ScriptedPublication.Play;
import build.offload.kernel.rig.Trouble;
import build.offload.kernel.store.ConflictRow;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import build.offload.spi.model.PublicationPhase;
import build.offload.spi.model.TreeId;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What must hold before outputs go into the checkout, and what becomes of them where it does not. */
@ExtendWith(RigExtension.class)
class PublicationTest {

    private static final Order BUILD = Order.named("key-1").bringing("out/*");

    private final Rig rig;
    private ScriptedHost a;

    PublicationTest(Rig rig) {
        this.rig = rig;
        a = rig.enrolled("a", 2).leaves("out/app", "built");
    }

    @Test
    @Tag("B42")
    void declaredOutputThatIsNotThereBlocksAndIsNamed() {
        JobId job = rig.submit(Order.named("key-1").bringing("out/*", "missing/*.jar"));
        rig.until(job, JobStage.BLOCKED);

        assertThat(rig.ledger().why(job)).isEqualTo("outputs-missing");
        assertThat(rig.ledger().conflicts(job))
                .containsExactly(new ConflictRow("missing/*.jar", "the build left nothing there"));
        assertThat(rig.checkout().has("out/app")).isFalse();
        assertThat(rig.ledger().slots("a")).isZero();
    }

    @Test
    void folderThatWasDeclaredLikeAFileIsToldHowToDeclareIt() {
        a.leaves("dist/app", "built");
        JobId job = rig.submit(Order.named("key-1").bringing("dist"));
        rig.until(job, JobStage.BLOCKED);

        assertThat(rig.ledger().conflicts(job))
                .extracting(ConflictRow::reason)
                .containsExactly("the build left no file there; a folder with all it holds is declared as dist/");
    }

    @Test
    void hostThatBuiltAnotherTreeThanTheSubmittedOnePromotesNothing() {
        a.claimsToHaveBuilt(new TreeId("1".repeat(40)));

        JobId job = rig.submit(BUILD);
        rig.until(job, JobStage.BLOCKED);

        assertThat(rig.ledger().why(job)).isEqualTo("snapshot-mismatch");
        assertThat(rig.checkout().has("out/app")).isFalse();
        assertThat(rig.ledger().<Long>read(tx -> tx.jobs().counter(BlockedStep.MISMATCHES)))
                .isEqualTo(1);
    }

    @Test
    @Tag("B46")
    void fileThatIsNotWhatTheHostAnnouncedIsNeverPromoted() {
        a.corruptsOutputs(true);
        JobId job = rig.submit(BUILD);
        rig.advanceBySeconds(5);
        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.COLLECTING);
        assertThat(rig.checkout().has("out/app")).isFalse();

        a.corruptsOutputs(false);
        rig.until(job, JobStage.SUCCEEDED);

        assertThat(rig.checkout().read("out/app")).isEqualTo("built");
    }

    @Test
    @Tag("B44")
    void sourceEditedWhileTheBuildRanBlocksAndIsNamed() {
        a.once(Call.FOLLOW, Trouble.meanwhile(() -> rig.checkout().write("src/main.c", "edited\n")));

        JobId job = rig.submit(BUILD);
        rig.until(job, JobStage.BLOCKED);

        assertThat(rig.ledger().why(job)).isEqualTo("generation-mismatch");
        assertThat(rig.ledger().conflicts(job))
                .containsExactly(new ConflictRow("src/main.c", "changed since the job was submitted"));
        assertThat(rig.checkout().has("out/app")).isFalse();
        assertThat(rig.checkout().read("src/main.c")).isEqualTo("edited\n");
    }

    @Test
    @Tag("B44")
    void outputEditedWhileTheBuildRanKeepsTheEditAndStagingKeepsTheBuild() throws Exception {
        rig.checkout().write("out/app", "old");
        a.once(Call.FOLLOW, Trouble.meanwhile(() -> rig.checkout().write("out/app", "edited by hand")));

        JobId job = rig.submit(BUILD);
        rig.until(job, JobStage.BLOCKED);
        rig.settle();

        assertThat(rig.ledger().why(job)).isEqualTo("output-changed");
        assertThat(rig.ledger().conflicts(job)).extracting(ConflictRow::path).containsExactly("out/app");
        assertThat(rig.checkout().read("out/app")).isEqualTo("edited by hand");
        Path staged = rig.files().staging(new AttemptId(job, 1)).resolve("out/app");
        assertThat(Files.readString(staged)).isEqualTo("built");
        assertThat(rig.ledger().job(job).progress().publication()).isEqualTo(PublicationPhase.BLOCKED);
    }

    @Test
    void outputThatStoodThereAtSubmissionIsReplaced() {
        rig.checkout().write("out/app", "old");

        JobId job = rig.submit(BUILD);
        rig.until(job, JobStage.SUCCEEDED);

        assertThat(rig.checkout().read("out/app")).isEqualTo("built");
    }

    @Test
    void buildAfterABuildTakesThePromotedFileForNoEdit() {
        JobId first = rig.submit(BUILD);
        rig.until(first, JobStage.SUCCEEDED);
        a.leaves("out/app", "built anew");

        JobId second = rig.submit(Order.named("key-2").bringing("other/*", "out/*"));
        a.leaves("other/file", "x");
        rig.until(second, JobStage.SUCCEEDED);

        assertThat(rig.checkout().read("out/app")).isEqualTo("built anew");
    }

    @Test
    void jobSubmittedBeforeAnothersPromotionIsNotBlockedByIt() {
        JobId first = rig.submit(BUILD);
        JobId second = rig.submit(Order.named("key-2").bringing("lib/*"));
        a.leaves("lib/part", "lib");

        rig.until(first, JobStage.SUCCEEDED);
        rig.until(second, JobStage.SUCCEEDED);

        assertThat(rig.checkout().read("lib/part")).isEqualTo("lib");
    }

    @Test
    void outputsOfALaterJobAreNotReplacedByThoseOfAnEarlierOne() {
        a.always(Call.COLLECT, Trouble.stalling());
        JobId earlier = rig.submit(BUILD);
        rig.tick();
        assertThat(rig.ledger().stage(earlier)).isEqualTo(JobStage.COLLECTING);
        rig.enrolled("b", 2).leaves("out/app", "later");
        JobId later = rig.submit(Order.named("key-2").bringing("out/*").notOn("a"));

        rig.until(later, JobStage.SUCCEEDED);
        a.recovers(Call.COLLECT);
        rig.until(earlier, JobStage.BLOCKED);

        assertThat(rig.ledger().why(earlier)).isEqualTo("superseded");
        assertThat(rig.ledger().conflicts(earlier)).singleElement().satisfies(conflict -> {
            assertThat(conflict.path()).isEqualTo("out/app");
            assertThat(conflict.reason()).contains(later.value());
        });
        assertThat(rig.checkout().read("out/app")).isEqualTo("later");
    }

    @Test
    void strategyThatFindsAFileInTheWayBlocks() {
        rig.publication().next(Play.BLOCKS);

        JobId job = rig.submit(BUILD);
        rig.until(job, JobStage.BLOCKED);

        assertThat(rig.ledger().why(job)).isEqualTo("output-changed");
    }

    @Test
    void promotionThatFailedBeforeItJournaledAnythingBlocks() {
        rig.publication().next(Play.FAILS_BEFORE_JOURNAL);

        JobId job = rig.submit(BUILD);
        rig.until(job, JobStage.BLOCKED);

        assertThat(rig.ledger().why(job)).isEqualTo("promotion-failed");
        assertThat(rig.ledger().job(job).progress().ending().orElseThrow().message())
                .contains("no room left");
    }

    @Test
    @Tag("B45")
    void promotionThatFailedHalfWayIsFinishedByTheNextTry() {
        a.leaves("out/lib", "lib");
        rig.publication().next(Play.FAILS_HALF_WAY);

        JobId job = rig.submit(BUILD);
        rig.until(job, JobStage.SUCCEEDED);

        assertThat(rig.checkout().read("out/app")).isEqualTo("built");
        assertThat(rig.checkout().read("out/lib")).isEqualTo("lib");
        assertThat(rig.publication().finished()).hasSize(1);
    }

    @Test
    @Tag("B45")
    void stagingAndSnapshotOfAJobThatIsOverAreSwept() throws Exception {
        JobId job = rig.submit(BUILD);
        rig.until(job, JobStage.SUCCEEDED);
        rig.until("swept", () -> rig.ledger().attempt(job).swept());

        assertThat(rig.files().stagingRoot()).isEmptyDirectory();
        try (var mirrors = Files.walk(rig.folder().resolve("mirrors"))) {
            assertThat(mirrors.filter(file -> file.getFileName().toString().startsWith(job.value())))
                    .isEmpty();
        }
    }
}
