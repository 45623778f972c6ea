package build.offload.kernel.job;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.rig.Answered;
import build.offload.kernel.rig.Call;
import build.offload.kernel.rig.Order;
import build.offload.kernel.rig.Rig;
import build.offload.kernel.rig.RigExtension;
import build.offload.kernel.rig.ScriptedHost;
import build.offload.kernel.rig.ScriptedPublication.Play;
import build.offload.kernel.rig.Trouble;
import build.offload.kernel.transition.Transition.CancelJob;
import build.offload.spi.executor.ExecutorException.Kind;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import build.offload.spi.model.ProcessIdentity;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Cancelling: on request, because nobody waits any more, and because it takes too long. */
@ExtendWith(RigExtension.class)
class CancelTest {

    private final Rig rig;
    private ScriptedHost a;

    CancelTest(Rig rig) {
        this.rig = rig;
        a = rig.enrolled("a", 1).runs();
    }

    @Test
    void jobThatIsUnknownIsRefused() {
        assertThat(cancel(new JobId("a".repeat(64))).code()).isEqualTo("unknown-job");
    }

    @Test
    void waitingJobIsOverAtOnce() {
        JobId running = running("key-1");
        JobId waiting = rig.submit("key-2");

        Answered cancelled = cancel(waiting);

        assertThat(cancelled.json())
                .isEqualTo("{\"changed\":true,\"jobId\":\"" + waiting + "\",\"pending\":[],\"stage\":\"cancelled\"}");
        assertThat(cancelled.story()).containsExactly("job-cancelled/cancel-requested");
        assertThat(cancelled.moved()).isZero();
        assertThat(rig.ledger().ticket(waiting)).isEmpty();
        assertThat(rig.ledger().stage(running)).isEqualTo(JobStage.RUNNING);
    }

    @Test
    @Tag("B33")
    @Tag("B38")
    void runningJobIsOverWhenItsProcessesWereSeenGone() {
        JobId job = running("key-1");

        Answered cancelled = cancel(job);
        assertThat(cancelled.json())
                .isEqualTo("{\"changed\":true,\"jobId\":\"" + job
                        + "\",\"pending\":[\"processes-gone\"],\"stage\":\"running\"}");
        assertThat(cancelled.story()).containsExactly("job-cancelling/cancel-requested");
        rig.tick();

        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.CANCELLED);
        assertThat(rig.ledger().why(job)).isEqualTo("cancel-requested");
        assertThat(a.alive()).isEmpty();
        assertThat(rig.ledger().slots("a")).isZero();
        JobId next = rig.submit("key-2");
        rig.until(next, JobStage.RUNNING);
    }

    @Test
    void cancelAgainChangesNothing() {
        JobId job = running("key-1");
        cancel(job);

        Answered again = cancel(job);
        rig.until(job, JobStage.CANCELLED);
        Answered after = cancel(job);

        assertThat(again.changed()).isFalse();
        assertThat(again.story()).containsExactly("job-cancelling/unchanged");
        assertThat(after.changed()).isFalse();
        assertThat(after.result()).containsEntry("stage", "cancelled");
    }

    @Test
    void processThatCannotBeKilledKeepsTheJobAndItsSlot() {
        JobId job = running("key-1");
        a.refusesToCancel(true);
        cancel(job);

        rig.advanceBySeconds(60);
        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.RUNNING);
        assertThat(rig.ledger().slots("a")).isEqualTo(1);

        a.refusesToCancel(false);
        rig.until(job, JobStage.CANCELLED);
    }

    @Test
    void jobWhoseHostIsOutOfReachIsCancelledWhenItAnswersAgain() {
        JobId job = running("key-1");
        a.falls(Kind.UNREACHABLE);
        cancel(job);
        rig.advanceBySeconds(30);
        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.RUNNING);

        a.returns();
        rig.until(job, JobStage.CANCELLED);
    }

    @Test
    void jobThatWasNeverLaidOutNeedsNoHostToBeCancelled() {
        a.always(Call.PREPARE, Trouble.stalling()).falls(Kind.UNREACHABLE);
        JobId job = rig.submit("key-1");
        rig.pass();
        cancel(job);

        rig.pass();
        rig.lanes().drain();

        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.CANCELLED);
        assertThat(rig.ledger().slots("a")).isZero();
    }

    @Test
    void cancelWhileOutputsTravelPromotesNothing() {
        a.exits(0).leaves("out/app", "built");
        JobId[] job = new JobId[1];
        a.once(Call.COLLECT, Trouble.meanwhile(() -> cancel(job[0])));
        job[0] = rig.submit(Order.named("key-1").bringing("out/*"));

        rig.until(job[0], JobStage.CANCELLED);

        assertThat(rig.checkout().has("out/app")).isFalse();
        assertThat(rig.publication().finished()).isEmpty();
    }

    @Test
    void outputsOfAJobThatIsBeingCancelledAreNotJudged() {
        a.exits(0);
        JobId[] job = new JobId[1];
        a.once(Call.COLLECT, Trouble.meanwhile(() -> cancel(job[0])));
        job[0] = rig.submit(Order.named("key-1").bringing("out/*"));

        rig.until("over", () -> rig.ledger().stage(job[0]).finished());

        assertThat(rig.ledger().stage(job[0])).as("none of them is there").isEqualTo(JobStage.CANCELLED);
    }

    @Test
    @DisplayName("E-4: a start that was under way while the host was seen without it leaves no process behind")
    void startThatOvertakesItsCancelIsStoppedBeforeTheAttemptIsSwept() {
        JobId[] job = new JobId[1];
        a.once(Call.START, Trouble.meanwhile(() -> {
            cancel(job[0]);
            rig.pass();
            rig.lanes().drain();
            rig.pass();
            rig.lanes().drain();
        }));
        job[0] = rig.submit("key-1");

        rig.tick();
        assertThat(rig.ledger().stage(job[0])).isEqualTo(JobStage.CANCELLED);
        assertThat(a.alive()).as("the start came through after the cancel").hasSize(1);
        rig.until("swept", () -> rig.ledger().attempt(job[0]).swept());

        assertThat(a.alive()).isEmpty();
    }

    @Test
    void promotionUnderWayIsFinished() {
        a.exits(0).leaves("out/app", "built");
        rig.publication().next(Play.STALLS);
        JobId job = rig.submit(Order.named("key-1").bringing("out/*"));
        rig.until(job, JobStage.PUBLISHING);

        Answered cancelled = cancel(job);
        rig.until(job, JobStage.SUCCEEDED);

        assertThat(cancelled.code()).isEqualTo("too-late");
        assertThat(rig.checkout().read("out/app")).isEqualTo("built");
    }

    @Test
    void waitingJobWhoseOwnerIsGoneIsReleasedAtOnce() {
        running("key-1");
        ProcessIdentity owner = rig.processes().start(4711, 99);
        JobId job = rig.submit(Order.named("key-2").awaitedBy(owner));
        rig.tick();
        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.WAITING);

        rig.processes().end(4711);
        rig.tick();

        assertThat(rig.ledger().why(job)).isEqualTo("owner-gone");
    }

    @Test
    void runningJobWhoseOwnerIsGoneIsCancelledAfterAGrace() {
        ProcessIdentity owner = rig.processes().start(4711, 99);
        JobId job = rig.submit(Order.named("key-1").awaitedBy(owner));
        rig.until(job, JobStage.RUNNING);

        rig.processes().end(4711);
        rig.advanceBySeconds(9);
        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.RUNNING);
        rig.advanceBySeconds(3);

        assertThat(rig.ledger().why(job)).isEqualTo("owner-gone");
        assertThat(a.alive()).isEmpty();
    }

    @Test
    void processThatHasTheOwnersPidByNowIsNotTheOwner() {
        ProcessIdentity owner = rig.processes().start(4711, 99);
        JobId job = rig.submit(Order.named("key-1").awaitedBy(owner));
        rig.until(job, JobStage.RUNNING);

        rig.processes().start(4711, 100);
        rig.advanceBySeconds(12);

        assertThat(rig.ledger().why(job)).isEqualTo("owner-gone");
    }

    @Test
    void jobWhoseOwnerWasOfAnotherBootIsCarriedToItsEnd() {
        JobId job = rig.submit(Order.named("key-1").awaitedBy(new ProcessIdentity(4711, 99, "an-earlier-boot")));
        rig.until(job, JobStage.RUNNING);
        rig.advanceBySeconds(60);
        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.RUNNING);

        a.exits(0);
        rig.until(job, JobStage.SUCCEEDED);
    }

    @Test
    void ownerWhoLivesKeepsTheJobGoing() {
        ProcessIdentity owner = rig.processes().start(4711, 99);
        JobId job = rig.submit(Order.named("key-1").awaitedBy(owner));
        rig.until(job, JobStage.RUNNING);

        rig.restart();
        rig.advanceBySeconds(60);

        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.RUNNING);
    }

    @Test
    @Tag("B36")
    void commandThatRunsLongerThanItMayIsStoppedByTheControllersClock() {
        JobId job = rig.submit(Order.named("key-1").within(Duration.ofSeconds(30)));
        rig.until(job, JobStage.RUNNING);

        rig.advanceBySeconds(30);
        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.RUNNING);
        rig.advanceBySeconds(3);

        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.CANCELLED);
        assertThat(rig.ledger().why(job)).isEqualTo("time-limit");
        assertThat(a.alive()).isEmpty();
    }

    private JobId running(String key) {
        JobId job = rig.submit(key);
        rig.until(job, JobStage.RUNNING);
        return job;
    }

    private Answered cancel(JobId job) {
        return rig.answered(new CancelJob(job, CancelJob.REQUESTED));
    }
}
