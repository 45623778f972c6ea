package build.offload.kernel.job;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.reconcile.Retention;
import build.offload.kernel.rig.Call;
import build.offload.kernel.rig.Order;
import build.offload.kernel.rig.Rig;
import build.offload.kernel.rig.RigExtension;
import build.offload.kernel.rig.ScriptedHost;
import build.offload.kernel.rig.Trouble;
import build.offload.kernel.store.Intent;
import build.offload.kernel.store.PromotedFileRow;
import build.offload.kernel.transition.DecideOutputs;
import build.offload.kernel.transition.DecideOutputs.Decision;
import build.offload.kernel.transition.ForgetOld;
import build.offload.spi.executor.OutputSink.Stream;
import build.offload.spi.frontend.EventView;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.HostState;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import build.offload.spi.model.MirrorId;
import build.offload.spi.model.OutputPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What is over goes after its time, and nothing that anybody may still need. */
@ExtendWith(RigExtension.class)
class RetentionTest {

    private static final Order BUILD = Order.named("key-1").bringing("out/*");
    private static final int ALL = 100_000;

    private final Rig rig;
    private ScriptedHost a;

    RetentionTest(Rig rig) {
        this.rig = rig;
        a = rig.enrolled("a", 2).leaves("out/app", "built");
    }

    private JobId done(Order order) throws IOException {
        JobId job = rig.submit(order);
        rig.until(job, JobStage.SUCCEEDED);
        rig.until("swept", () -> rig.ledger().attempt(job).swept());
        Files.createDirectories(log(job));
        return job;
    }

    private Path log(JobId job) {
        return rig.files().log(new AttemptId(job, 1), Stream.STDOUT).resolveSibling("");
    }

    private boolean known(JobId job) {
        return rig.ledger().read(tx -> tx.jobs().job(job)).isPresent();
    }

    private static ForgetOld portion(Rig rig) {
        return new ForgetOld(Retention.standard().cutoffs(rig.clock().now()), Retention.PORTION);
    }

    @Test
    void jobGoesWithEverythingAboutItAndItsLogGoesBefore() throws IOException {
        JobId job = done(BUILD);

        rig.advance(Duration.ofDays(29));
        assertThat(log(job)).exists();
        rig.advance(Duration.ofDays(2));
        assertThat(log(job)).doesNotExist();
        assertThat(known(job)).isTrue();
        rig.advance(Duration.ofDays(60));

        assertThat(known(job)).isFalse();
        assertThat(rig.ledger()
                        .<Boolean>read(
                                tx -> tx.jobs().attempt(new AttemptId(job, 1)).isPresent()))
                .isFalse();
        assertThat(rig.ledger().events().reversed().stream().map(EventView::type))
                .contains("retention");
    }

    @Test
    void whatAForgottenJobPutIntoTheCheckoutIsStillNoEdit() throws IOException {
        JobId job = done(BUILD);
        MirrorId mirror = mirrorOf(job);
        rig.advance(Duration.ofDays(91));
        assertThat(known(job)).isFalse();
        assertThat(promoted(mirror)).isEmpty();
        rig.until("a", HostState.AVAILABLE);
        a.leaves("other/file", "x");

        JobId next = rig.submit(Order.named("key-2").bringing("other/*"));
        rig.until(next, JobStage.SUCCEEDED);

        assertThat(rig.checkout().read("out/app")).isEqualTo("built");
    }

    @Test
    void whatWasPromotedStaysKnownWhileTheCheckoutHasOtherJobs() throws IOException {
        JobId job = done(BUILD);
        rig.advance(Duration.ofDays(60));
        rig.until("a", HostState.AVAILABLE);
        a.leaves("other/file", "x");
        JobId next = rig.submit(Order.named("key-2").bringing("other/*"));
        rig.until(next, JobStage.SUCCEEDED);
        rig.advance(Duration.ofDays(40));

        assertThat(known(job)).isFalse();
        assertThat(promoted(mirrorOf(next))).hasSize(2);
    }

    private MirrorId mirrorOf(JobId job) {
        return rig.ledger().job(job).submitted().mirror();
    }

    private Map<OutputPath, PromotedFileRow> promoted(MirrorId mirror) {
        return rig.ledger().read(tx -> tx.jobs().promotedInto(mirror));
    }

    @Test
    void undecidedJobStaysHoweverOldItIsAndGoesOnceItIsDecided() {
        a.once(Call.FOLLOW, Trouble.meanwhile(() -> rig.checkout().write("src/main.c", "edited\n")));
        JobId job = rig.submit(BUILD);
        rig.until(job, JobStage.BLOCKED);
        rig.settle();

        rig.advance(Duration.ofDays(400));
        assertThat(known(job)).isTrue();
        assertThat(rig.files().staging(new AttemptId(job, 1))).exists();

        Rig.committed(rig.ask(new DecideOutputs(job, Decision.DISCARD)));
        rig.advance(Duration.ofMinutes(11));
        assertThat(known(job)).isFalse();
    }

    @Test
    void lostJobStaysForAsLongAsItMayBeRetried() {
        a.runs();
        JobId job = rig.submit(BUILD);
        rig.until(job, JobStage.RUNNING);
        a.vanishes();
        rig.until(job, JobStage.LOST);
        rig.until("swept", () -> rig.ledger().attempt(job).swept());

        rig.advance(Duration.ofDays(360));
        assertThat(known(job)).isTrue();
        rig.advance(Duration.ofDays(6));

        assertThat(known(job)).isFalse();
    }

    @Test
    void jobThatWaitsOrOfWhichAHostMayHoldSomethingStays() {
        JobId waiting = rig.submit(Order.named("key-3").needing("gcc", ">=99"));
        a.always(Call.SWEEP, Trouble.stalling());
        JobId unswept = rig.submit(BUILD);
        rig.until(unswept, JobStage.SUCCEEDED);

        rig.advance(Duration.ofDays(400));

        assertThat(known(waiting)).isTrue();
        assertThat(known(unswept)).isTrue();
    }

    @Test
    void eventsGoOnlyOnceTheFileHasThemAndTheNewestStays() throws IOException {
        done(BUILD);
        long written = rig.ledger().read(tx -> tx.events().lastSeq()) - 5;
        rig.projectedUpTo(written);

        rig.advance(Duration.ofDays(91));

        assertThat(rig.ledger().events().getFirst().seq()).isEqualTo(written + 1);
        rig.projectedUpTo(rig.ledger().read(tx -> tx.events().lastSeq()));
        rig.advance(Duration.ofDays(91));
        assertThat(rig.ledger().events()).isNotEmpty();
        rig.until("a", HostState.AVAILABLE);
        done(Order.named("key-2").bringing("out/*"));
    }

    @Test
    void auditJournalGoesBackAsFarAsItIsKept() throws IOException {
        done(BUILD);
        long before = rig.ledger().read(tx -> tx.intents().lastId());

        rig.advance(Duration.ofDays(366));

        assertThat(rig.ledger().<List<Intent>>read(tx -> tx.intents().after(0, ALL)))
                .isNotEmpty()
                .extracting(Intent::id)
                .allSatisfy(id -> assertThat(id).isGreaterThan(before));
    }

    @Test
    void nothingOldIsNoChangeAndPortionsAreBounded() throws IOException {
        assertThat(rig.answered(portion(rig)).changed()).isFalse();
        JobId first = done(BUILD);
        JobId second = done(Order.named("key-2").bringing("out/*"));
        rig.clock().advance(Duration.ofDays(91));
        ForgetOld one = new ForgetOld(Retention.standard().cutoffs(rig.clock().now()), 1);

        assertThat(rig.answered(one).result()).containsEntry("more", true);

        assertThat(known(first)).isFalse();
        assertThat(known(second)).isTrue();
    }

    @Test
    void whatTheStoreKnowsNothingAboutStaysAsLongAsAJobWould() throws IOException {
        AttemptId unknown = new AttemptId(new JobId("e".repeat(64)), 1);
        Path left = Files.createDirectories(rig.files().staging(unknown));

        rig.restart();
        rig.settle();

        assertThat(left).exists();
    }
}
