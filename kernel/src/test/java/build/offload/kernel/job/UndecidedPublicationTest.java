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
import build.offload.kernel.transition.DecideOutputs;
import build.offload.kernel.transition.DecideOutputs.Decision;
import build.offload.kernel.transition.Outcome;
import build.offload.kernel.transition.Transition;
import build.offload.kernel.transition.Transition.CancelJob;
import build.offload.kernel.transition.Transition.RemoveHost;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.HostName;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import build.offload.spi.model.PublicationPhase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Outputs that must not go into the checkout: they stay until somebody publishes or discards them. */
@ExtendWith(RigExtension.class)
class UndecidedPublicationTest {

    private static final Order BUILD = Order.named("key-1").bringing("out/*");
    private static final String SOURCE = "src/main.c";
    private static final String AS_SUBMITTED = "int main(void) { return 0; }\n";

    private final Rig rig;
    private ScriptedHost a;

    UndecidedPublicationTest(Rig rig) {
        this.rig = rig;
        a = rig.enrolled("a", 2).leaves("out/app", "built");
    }

    /** Have a job blocked by an edit of a source; its workspace stays on its host. */
    private JobId blocked() {
        a.once(Call.FOLLOW, Trouble.meanwhile(() -> rig.checkout().write(SOURCE, "edited\n")));
        JobId job = rig.submit(BUILD);
        rig.until(job, JobStage.BLOCKED);
        rig.settle();
        assertThat(rig.ledger().attempt(job).swept()).isFalse();
        return job;
    }

    private static Transition publish(JobId job) {
        return new DecideOutputs(job, Decision.PUBLISH);
    }

    private static Transition discard(JobId job) {
        return new DecideOutputs(job, Decision.DISCARD);
    }

    private Path staged(JobId job) {
        return rig.files().staging(new AttemptId(job, 1)).resolve("out/app");
    }

    private boolean incidentIsOpen(JobId job) {
        return rig.ledger()
                .read(tx -> tx.incidents().open(Undecided.INCIDENT, job.value()))
                .isPresent();
    }

    private boolean pinned(JobId job) {
        try (var files = Files.walk(rig.folder().resolve("mirrors"))) {
            return files.anyMatch(file -> file.getFileName().toString().equals(job.value()));
        } catch (IOException failure) {
            throw new java.io.UncheckedIOException(failure);
        }
    }

    @Test
    @Tag("B44")
    void publishingOnceNothingStandsInTheWayPromotes() {
        JobId job = blocked();
        assertThat(incidentIsOpen(job)).isTrue();
        rig.checkout().write(SOURCE, AS_SUBMITTED);

        assertThat(rig.answered(publish(job)).story()).containsExactly("job-publication-retried/job-publish");
        rig.until(job, JobStage.SUCCEEDED);

        assertThat(rig.checkout().read("out/app")).isEqualTo("built");
        assertThat(rig.ledger().job(job).progress().publication()).isEqualTo(PublicationPhase.PROMOTED);
        assertThat(rig.ledger().conflicts(job)).isEmpty();
        assertThat(incidentIsOpen(job)).isFalse();
        rig.settle();
        assertThat(staged(job)).doesNotExist();
        assertThat(pinned(job)).isFalse();
        assertThat(rig.ledger().attempt(job).swept())
                .as("its workspace is gone")
                .isTrue();
    }

    @Test
    void publishingWhileSomethingStandsInTheWayBlocksForTodaysReason() {
        JobId job = blocked();
        rig.checkout().write(SOURCE, AS_SUBMITTED).write("src/other.c", "new\n");

        Rig.committed(rig.ask(publish(job)));
        rig.until(job, JobStage.BLOCKED);

        assertThat(rig.ledger().conflicts(job))
                .containsExactly(new ConflictRow("src/other.c", "added since the job was submitted"));
        assertThat(incidentIsOpen(job)).isTrue();
        assertThat(staged(job)).hasContent("built");
        assertThat(rig.checkout().has("out/app")).isFalse();
        assertThat(rig.answered(publish(job)).changed()).isTrue();
    }

    @Test
    void publishingIsAsStrictAboutTheTargetsAsTheFirstTry() {
        JobId job = blocked();
        rig.checkout().write(SOURCE, AS_SUBMITTED).write("out/app", "by hand");

        Rig.committed(rig.ask(publish(job)));
        rig.until(job, JobStage.BLOCKED);

        assertThat(rig.ledger().why(job)).isEqualTo("output-changed");
        assertThat(rig.checkout().read("out/app")).isEqualTo("by hand");
    }

    @Test
    void discardedOutputsAreDeletedAndTheIncidentIsOver() {
        JobId job = blocked();

        assertThat(rig.answered(discard(job)).story()).containsExactly("job-discarded/job-discard");
        rig.settle();

        assertThat(rig.ledger().job(job).progress().publication()).isEqualTo(PublicationPhase.DISCARDED);
        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.BLOCKED);
        assertThat(incidentIsOpen(job)).isFalse();
        assertThat(rig.ledger().attempt(job).swept())
                .as("its workspace is gone")
                .isTrue();
        assertThat(staged(job)).doesNotExist();
        assertThat(pinned(job)).isFalse();
        assertThat(rig.answered(publish(job)).code()).isEqualTo("nothing-undecided");
        assertThat(rig.answered(discard(job)).code()).isEqualTo("nothing-undecided");
    }

    @Test
    void discardedOutputsAreDeletedAlsoWhenTheControllerDiesInBetween() {
        JobId job = blocked();
        Rig.committed(rig.ask(discard(job)));

        rig.restart();
        rig.settle();

        assertThat(staged(job)).doesNotExist();
        assertThat(pinned(job)).isFalse();
    }

    @Test
    void discardedOutputsAreDeletedAlsoWhileTheirHostIsOutOfReach() {
        a.always(Call.SWEEP, Trouble.stalling());
        a.once(Call.FOLLOW, Trouble.meanwhile(() -> rig.checkout().write(SOURCE, "edited\n")));
        JobId job = rig.submit(BUILD);
        rig.until(job, JobStage.BLOCKED);

        Rig.committed(rig.ask(discard(job)));
        rig.advanceBySeconds(2);

        assertThat(rig.ledger().attempt(job).swept()).isFalse();
        assertThat(staged(job)).doesNotExist();
    }

    @Test
    @Tag("B45")
    void undecidedOutputsAndTheirSnapshotOutliveRestartsAndTime() {
        JobId job = blocked();

        rig.restart();
        rig.advance(Duration.ofDays(400));
        rig.settle();

        assertThat(staged(job)).hasContent("built");
        assertThat(pinned(job)).isTrue();
        assertThat(rig.ledger().attempt(job).swept()).isFalse();
    }

    @Test
    void outputsThatNeverCameBackWholeCannotBePublishedButDiscarded() {
        JobId job = rig.submit(Order.named("key-2").bringing("missing/*"));
        rig.until(job, JobStage.BLOCKED);

        assertThat(rig.answered(publish(job)).code()).isEqualTo("nothing-verified");
        assertThat(rig.answered(discard(job)).changed()).isTrue();
    }

    @Test
    void decisionsAreForBlockedJobsOnly() {
        JobId job = rig.submit(BUILD);
        rig.until(job, JobStage.SUCCEEDED);

        assertThat(rig.answered(publish(job)).code()).isEqualTo("nothing-undecided");
        assertThat(rig.answered(discard(job)).code()).isEqualTo("nothing-undecided");
        JobId nobody = new JobId("0".repeat(64));
        assertThat(rig.answered(publish(nobody)).code()).isEqualTo("unknown-job");
        assertThat(rig.answered(discard(nobody)).code()).isEqualTo("unknown-job");
    }

    @Test
    void publicationUnderWayIsNeitherDiscardedNorCancelledNorBegunTwice() {
        JobId job = blocked();
        Rig.committed(rig.ask(publish(job)));

        assertThat(rig.answered(discard(job)).code()).isEqualTo("nothing-undecided");
        assertThat(rig.answered(publish(job)).code()).isEqualTo("nothing-undecided");
        assertThat(rig.answered(new CancelJob(job, CancelJob.REQUESTED)).code()).isEqualTo("too-late");
    }

    @Test
    void sameKeyGetsTheFirstAnswer() {
        JobId job = blocked();
        Outcome first = rig.ask(discard(job), Optional.of("once"), OptionalLong.empty());
        Outcome again = rig.ask(discard(job), Optional.of("once"), OptionalLong.empty());

        assertThat(Rig.committed(again).body()).isEqualTo(Rig.committed(first).body());
        assertThat(Rig.committed(again).replayed()).isTrue();
    }

    @Test
    void publishingNeedsNoHost() {
        JobId job = blocked();
        rig.checkout().write(SOURCE, AS_SUBMITTED);
        Rig.committed(rig.ask(new RemoveHost(new HostName("a"))));

        Rig.committed(rig.ask(publish(job)));
        rig.until(job, JobStage.SUCCEEDED);

        assertThat(rig.checkout().read("out/app")).isEqualTo("built");
    }

    @Test
    @Tag("B45")
    void publicationThatTheControllerDiedInIsFinishedByTheNext() {
        JobId job = blocked();
        rig.checkout().write(SOURCE, AS_SUBMITTED);
        rig.publication().next(Play.FAILS_HALF_WAY);
        Rig.committed(rig.ask(publish(job)));
        rig.tick();

        rig.restart();
        rig.until(job, JobStage.SUCCEEDED);

        assertThat(rig.checkout().read("out/app")).isEqualTo("built");
    }

    @Test
    void snapshotOfAJobCancelledWhileItWaitedIsGivenUp() {
        JobId waiting = rig.submit(Order.named("key-3").needing("gcc", ">=99"));
        assertThat(pinned(waiting)).isTrue();

        Rig.committed(rig.ask(new CancelJob(waiting, CancelJob.REQUESTED)));
        rig.settle();

        assertThat(pinned(waiting)).isFalse();
    }

    @Test
    void snapshotThatNoJobEverCameOfIsGivenUpAtTheNextStart() {
        JobId never = rig.capture(Order.named("key-4")).id();
        JobId waiting = rig.submit(Order.named("key-3").needing("gcc", ">=99"));
        assertThat(pinned(never)).isTrue();

        rig.restart();
        rig.settle();

        assertThat(pinned(never)).isFalse();
        assertThat(pinned(waiting)).isTrue();
    }

    @Test
    void mirrorThatNothingWasBuiltFromGoesAndOneThatALostJobNeedsStays() {
        JobId done = rig.submit(BUILD);
        rig.until(done, JobStage.SUCCEEDED);
        rig.until("swept", () -> rig.ledger().attempt(done).swept());
        assertThat(rig.folder().resolve("mirrors")).isNotEmptyDirectory();

        rig.advance(Duration.ofDays(400));

        assertThat(rig.folder().resolve("mirrors")).isEmptyDirectory();
        JobId again = rig.submit(Order.named("key-5").bringing("out/*"));
        rig.until(again, JobStage.SUCCEEDED);
    }

    @Test
    void snapshotOfALostJobStaysForItsRetry() {
        a.runs();
        JobId job = rig.submit(BUILD);
        rig.until(job, JobStage.RUNNING);
        a.vanishes();
        rig.until(job, JobStage.LOST);
        rig.until("swept", () -> rig.ledger().attempt(job).swept());

        rig.restart();
        rig.advance(Duration.ofDays(300));

        assertThat(pinned(job)).isTrue();
    }
}
