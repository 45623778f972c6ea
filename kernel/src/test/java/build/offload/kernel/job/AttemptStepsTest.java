package build.offload.kernel.job;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.rig.Answered;
import build.offload.kernel.rig.Order;
import build.offload.kernel.rig.Rig;
import build.offload.kernel.rig.RigExtension;
import build.offload.kernel.store.ConflictRow;
import build.offload.kernel.transition.Transition;
import build.offload.kernel.transition.Transition.AttemptCancelled;
import build.offload.kernel.transition.Transition.AttemptCollected;
import build.offload.kernel.transition.Transition.AttemptExited;
import build.offload.kernel.transition.Transition.AttemptFailed;
import build.offload.kernel.transition.Transition.AttemptPrepared;
import build.offload.kernel.transition.Transition.AttemptPromoted;
import build.offload.kernel.transition.Transition.AttemptStarted;
import build.offload.kernel.transition.Transition.AttemptSwept;
import build.offload.kernel.transition.Transition.CancelJob;
import build.offload.kernel.transition.Transition.PublicationBlocked;
import build.offload.kernel.transition.Transition.StartRefused;
import build.offload.spi.executor.BuildHost.OutputFile;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.FileStamp;
import build.offload.spi.model.InfraFailure;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import build.offload.spi.model.OutputPath;
import build.offload.spi.model.PublicationPhase;
import build.offload.spi.publish.PublicationStrategy.Placed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What each step of an attempt requires and does, taken one by one, without the loops. */
@ExtendWith(RigExtension.class)
class AttemptStepsTest {

    private static final OutputFile FILE = new OutputFile(new OutputPath("out/app"), true, 5, "0".repeat(64));
    private static final Placed PLACED = new Placed(new OutputPath("out/app"), new FileStamp(1, 5, 2, 3));

    private final Rig rig;
    private JobId job;
    private AttemptId first;

    AttemptStepsTest(Rig rig) {
        this.rig = rig;
        rig.enrolled("a", 1);
        job = rig.submit(Order.named("key-1").bringing("out/*"));
        first = new AttemptId(job, 1);
        rig.ask(rig.plan(1));
    }

    @Test
    void everyStepMakesOneEventAndLeavesTheRevisionAlone() {
        rig.clock().advance(Duration.ofSeconds(2));
        Answered prepared = rig.answered(new AttemptPrepared(first, 4096));
        Answered started = rig.answered(new AttemptStarted(first, "unit-7"));
        rig.clock().advance(Duration.ofSeconds(30));
        Answered exited = rig.answered(new AttemptExited(first, 0));
        Answered collected = rig.answered(new AttemptCollected(first, List.of(FILE), 250));
        Answered promoted = rig.answered(new AttemptPromoted(first, List.of(PLACED)));
        Answered swept = rig.answered(new AttemptSwept(first));

        assertThat(List.of(prepared, started, exited, collected, promoted, swept))
                .allSatisfy(step -> {
                    assertThat(step.json()).isEqualTo("{\"changed\":true}");
                    assertThat(step.moved()).isZero();
                    assertThat(step.events()).hasSize(1);
                    assertThat(step.events().getFirst().host()).isEqualTo("a");
                    assertThat(step.events().getFirst().attempt()).isEqualTo(1);
                });
        assertThat(prepared.events().getFirst().durationSeconds()).isEqualTo(2.0);
        assertThat(exited.events().getFirst().durationSeconds()).isEqualTo(30.0);
        assertThat(exited.events().getFirst().rc()).hasValue(0);
        assertThat(List.of(prepared, started, exited, collected, promoted, swept))
                .extracting(step -> step.events().getFirst().stage())
                .containsExactly("preparing", "running", "collecting", "publishing", "succeeded", "succeeded");
    }

    @Test
    void stagesAndSlotsFollowTheSteps() {
        assertThat(rig.ledger().slots("a")).isEqualTo(1);
        rig.ask(new AttemptPrepared(first, 4096));
        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.PREPARING);
        rig.ask(new AttemptStarted(first, "unit-7"));
        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.RUNNING);
        assertThat(rig.ledger().attempt(job).handle()).contains("unit-7");
        rig.ask(new AttemptExited(first, 0));
        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.COLLECTING);
        assertThat(rig.ledger().slots("a")).isEqualTo(1);
        rig.ask(new AttemptCollected(first, List.of(FILE), 250));
        assertThat(rig.ledger().job(job).progress().publication()).isEqualTo(PublicationPhase.STAGED);
        assertThat(rig.ledger().slots("a")).as("the host is needed no more").isZero();
        rig.ask(new AttemptPromoted(first, List.of(PLACED)));
        assertThat(rig.ledger().job(job).progress().publication()).isEqualTo(PublicationPhase.PROMOTED);
        assertThat(rig.ledger().why(job)).isEqualTo("promoted");
        assertThat(rig.ledger().attempt(job).active()).isFalse();
        assertThat(rig.ledger().attempt(job).transfer().pulledBytes()).hasValue(5);
    }

    @Test
    @Tag("B05")
    @Tag("B65")
    void noStepOfAnAttemptThatIsOverChangesAnything() {
        rig.ask(new AttemptPrepared(first, 1));
        rig.ask(new AttemptStarted(first, "unit-7"));
        rig.ask(new AttemptExited(first, 3));
        var before = rig.ledger().job(job);

        for (Transition late : everyStepOf(first)) {
            assertThat(rig.answered(late).code()).as(late.kind()).isEqualTo("late-attempt");
        }
        assertThat(rig.ledger().job(job)).isEqualTo(before);
    }

    @Test
    @Tag("B65")
    void noStepOfAnEarlierAttemptChangesAnything() {
        rig.ask(new AttemptFailed(first, InfraFailure.DISK_FULL, "full", false));
        rig.ask(rig.plan(1));
        assertThat(rig.ledger().attempts(job)).isEqualTo(2);
        var before = rig.ledger().job(job);

        for (Transition late : everyStepOf(first)) {
            assertThat(rig.answered(late).code()).as(late.kind()).isEqualTo("late-attempt");
        }
        assertThat(rig.ledger().job(job)).isEqualTo(before);
        assertThat(rig.ledger().slots("a")).isEqualTo(1);
    }

    @Test
    void noStepOfAnAttemptThatNeverWasChangesAnything() {
        for (Transition foreign : everyStepOf(new AttemptId(job, 7))) {
            assertThat(rig.answered(foreign).code()).as(foreign.kind()).isEqualTo("late-attempt");
        }
        for (Transition foreign : everyStepOf(new AttemptId(new JobId("f".repeat(64)), 1))) {
            assertThat(rig.answered(foreign).code()).as(foreign.kind()).isEqualTo("late-attempt");
        }
    }

    @Test
    void stepsOutOfOrderAreRefused() {
        assertThat(rig.answered(new AttemptCollected(first, List.of(FILE), 1)).code())
                .isEqualTo("late-attempt");
        assertThat(rig.answered(new AttemptPromoted(first, List.of(PLACED))).code())
                .isEqualTo("late-attempt");
        assertThat(rig.answered(blocked("superseded")).code()).isEqualTo("late-attempt");
        rig.ask(new AttemptPrepared(first, 1));
        rig.ask(new AttemptStarted(first, "unit-7"));
        assertThat(rig.answered(new AttemptStarted(first, "unit-8")).code()).isEqualTo("late-attempt");
        assertThat(rig.answered(new AttemptPrepared(first, 1)).code()).isEqualTo("late-attempt");
        assertThat(rig.ledger().attempt(job).handle()).contains("unit-7");
    }

    @Test
    void attemptIsSweptOnceAndOnlyWhenItIsOver() {
        assertThat(rig.answered(new AttemptSwept(first)).code()).isEqualTo("not-over");
        rig.ask(new AttemptFailed(first, InfraFailure.EXECUTOR_LOST, "gone", true));
        assertThat(rig.ledger().slots("a")).as("it may still run").isEqualTo(1);

        assertThat(rig.answered(new AttemptSwept(first)).story()).containsExactly("attempt-swept/swept");

        assertThat(rig.ledger().slots("a")).isZero();
        assertThat(rig.answered(new AttemptSwept(first)).code()).isEqualTo("not-over");
    }

    @Test
    void exitOfACommandThatIsBeingStoppedIsNotTakenForItsOwn() {
        rig.ask(new AttemptPrepared(first, 1));
        rig.ask(new AttemptStarted(first, "unit-7"));
        rig.ask(new CancelJob(job, CancelJob.REQUESTED));

        assertThat(rig.answered(new AttemptExited(first, 143)).code()).isEqualTo("cancelling");
        assertThat(rig.answered(new AttemptCancelled(first)).story()).containsExactly("job-cancelled/cancel-requested");
    }

    @Test
    void jobThatIsBeingCancelledIsNotPromoted() {
        rig.ask(new AttemptPrepared(first, 1));
        rig.ask(new AttemptStarted(first, "unit-7"));
        rig.ask(new AttemptExited(first, 0));
        rig.ask(new CancelJob(job, CancelJob.REQUESTED));

        assertThat(rig.answered(new AttemptCollected(first, List.of(FILE), 1)).code())
                .isEqualTo("cancelling");
    }

    @Test
    void attemptThatNeverRanAndWasToBeCancelledIsCancelled() {
        rig.ask(new CancelJob(job, CancelJob.REQUESTED));

        Answered failed = rig.answered(new AttemptFailed(first, InfraFailure.TRANSFER_FAILED, "broke", false));

        assertThat(failed.story()).containsExactly("job-cancelled/transfer-failed");
        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.CANCELLED);
        assertThat(rig.ledger().why(job)).isEqualTo("cancel-requested");
        assertThat(rig.ledger().slots("a")).isZero();
    }

    @Test
    void attemptThatMustNotStartFailsItsJobAndFreesItsSlot() {
        rig.ask(new AttemptPrepared(first, 1));

        Answered refused = rig.answered(new StartRefused(first, "secret-unavailable", "there is no secret 'X'"));

        assertThat(refused.story()).containsExactly("job-failed/secret-unavailable");
        assertThat(refused.events().getFirst().data()).containsEntry("message", "there is no secret 'X'");
        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.FAILED);
        assertThat(rig.ledger().why(job)).isEqualTo("secret-unavailable");
        assertThat(rig.ledger().slots("a")).isZero();
        assertThat(rig.ledger().attempt(job).active()).isFalse();
    }

    @Test
    void attemptThatIsBeingCancelledIsNotRefused() {
        rig.ask(new CancelJob(job, CancelJob.REQUESTED));

        assertThat(rig.answered(new StartRefused(first, "secret-unavailable", "gone"))
                        .code())
                .isEqualTo("cancelling");
    }

    @Test
    void onlyFailedComparisonsAreCountedAsMismatches() {
        List<String> codes = List.of(
                "snapshot-mismatch",
                "generation-mismatch",
                "checkout-moved",
                "output-changed",
                "superseded",
                "outputs-missing",
                "output-refused",
                "promotion-failed");
        List<Long> counted = new ArrayList<>();
        for (int i = 0; i < codes.size(); i++) {
            JobId blocked = i == 0 ? job : rig.submit(Order.named("more-" + i).bringing("out/*"));
            rig.ask(rig.plan(1));
            AttemptId attempt = new AttemptId(blocked, 1);
            rig.ask(new AttemptPrepared(attempt, 1));
            rig.ask(new AttemptStarted(attempt, "unit"));
            rig.ask(new AttemptExited(attempt, 0));
            Answered answer = rig.answered(new PublicationBlocked(attempt, codes.get(i), "why", List.of()));
            assertThat(answer.story()).containsExactly("artifact-publication-blocked/" + codes.get(i));
            assertThat(answer.events().getFirst().data()).containsEntry("severity", "act");
            counted.add(rig.ledger().read(tx -> tx.jobs().counter(BlockedStep.MISMATCHES)));
        }
        assertThat(counted).containsExactly(1L, 2L, 3L, 4L, 5L, 5L, 5L, 5L);
    }

    @Test
    void blockedPublicationKeepsWhatStoodInTheWayAndOpensAnIncident() {
        rig.ask(new AttemptPrepared(first, 1));
        rig.ask(new AttemptStarted(first, "unit-7"));
        rig.ask(new AttemptExited(first, 0));
        rig.ask(new AttemptCollected(first, List.of(FILE), 1));

        rig.ask(blocked("output-changed"));

        assertThat(rig.ledger().job(job).progress().publication()).isEqualTo(PublicationPhase.BLOCKED);
        assertThat(rig.ledger().conflicts(job)).containsExactly(new ConflictRow("out/app", "was edited"));
        assertThat(rig.ledger()
                        .<Boolean>read(tx -> tx.incidents()
                                .open("artifact-publication-blocked", job.value())
                                .isPresent()))
                .isTrue();
    }

    private PublicationBlocked blocked(String code) {
        return new PublicationBlocked(first, code, "why", List.of(new ConflictRow("out/app", "was edited")));
    }

    private static List<Transition> everyStepOf(AttemptId attempt) {
        return List.of(
                new AttemptPrepared(attempt, 1),
                new AttemptStarted(attempt, "unit"),
                new AttemptExited(attempt, 0),
                new AttemptCollected(attempt, List.of(FILE), 1),
                new AttemptPromoted(attempt, List.of(PLACED)),
                new PublicationBlocked(attempt, "superseded", "late", List.of()),
                new AttemptFailed(attempt, InfraFailure.EXECUTOR_LOST, "late", true),
                new AttemptFailed(attempt, InfraFailure.START_LOST, "late", false),
                new StartRefused(attempt, "secret-unavailable", "late"),
                new AttemptCancelled(attempt));
    }
}
