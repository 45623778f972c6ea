package build.offload.kernel.job;

import static build.offload.kernel.rig.Answered.host;
import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.rig.Answered;
import build.offload.kernel.rig.Call;
import build.offload.kernel.rig.Order;
import build.offload.kernel.rig.Rig;
import build.offload.kernel.rig.RigExtension;
import build.offload.kernel.rig.Trouble;
import build.offload.kernel.store.QueuePlace;
import build.offload.kernel.transition.Transition.JobRetry;
import build.offload.kernel.transition.Transition.RemoveHost;
import build.offload.kernel.transition.Transition.SubmitJob;
import build.offload.spi.executor.ExecutorException.Kind;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import build.offload.spi.model.ProcessIdentity;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** How a job gets into the queue: by being submitted, and by {@code job-retry}. */
@ExtendWith(RigExtension.class)
class SubmitAndRetryTest {

    private final Rig rig;

    SubmitAndRetryTest(Rig rig) {
        this.rig = rig;
    }

    @Test
    void submissionIsAJobAndATicketAndLeavesTheRevisionAlone() {
        rig.enrolled("a", 1);

        Answered submitted = rig.answered(new SubmitJob(rig.capture(Order.named("key-1"))));

        JobId job = rig.capture(Order.named("key-1")).id();
        assertThat(submitted.json())
                .isEqualTo("{\"attached\":false,\"changed\":true,\"eligibleHosts\":1,\"jobId\":\"" + job
                        + "\",\"pending\":[\"dispatch\"],\"position\":1,\"stage\":\"waiting\"}");
        assertThat(submitted.moved()).isZero();
        assertThat(submitted.events()).singleElement().satisfies(event -> {
            assertThat(event.type()).isEqualTo("job-submitted");
            assertThat(event.stage()).isEqualTo("queue");
            assertThat(event.reason()).isEqualTo("submitted");
            assertThat(event.job()).isEqualTo(job.value());
            assertThat(event.repo()).isEqualTo("project");
            assertThat(event.snapshot()).hasSize(40);
            assertThat(event.attempt()).isZero();
        });
    }

    @Test
    void secondSubmissionStandsBehindTheFirst() {
        rig.submit("key-1");

        Answered second = rig.answered(new SubmitJob(rig.capture(Order.named("key-2"))));

        assertThat(second.result()).containsEntry("position", 2L);
    }

    @Test
    void sameKeyAttachesToTheJobThatHasIt() {
        rig.enrolled("a", 1);
        JobId job = rig.submit("key-1");
        rig.until(job, JobStage.SUCCEEDED);
        rig.checkout().write("src/main.c", "something else by now\n");

        Answered again = rig.answered(new SubmitJob(rig.capture(Order.named("key-1"))));

        assertThat(again.json())
                .isEqualTo("{\"attached\":true,\"changed\":false,\"jobId\":\"" + job
                        + "\",\"pending\":[],\"stage\":\"succeeded\"}");
        assertThat(again.story()).containsExactly("job-attached/same-key");
        assertThat(rig.ledger().attempts(job)).isEqualTo(1);
    }

    @Test
    void sameKeyWithSomethingElseIsAnIdentityConflict() {
        JobId job = rig.submit(Order.named("key-1").bringing("out/*"));

        List<Order> others = List.of(
                Order.named("key-1").bringing("out/*").running("make", "test"),
                Order.named("key-1").bringing("other/*"),
                Order.named("key-1").bringing("out/*").needing("java", "*"));
        for (Order other : others) {
            Answered refused = rig.answered(new SubmitJob(rig.capture(other)));
            assertThat(refused.code()).isEqualTo("identity-conflict");
            assertThat(refused.refusal().message()).contains("'key-1'");
        }
        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.WAITING);
        assertThat(rig.ledger().<Integer>read(tx -> tx.queue().tickets().size()))
                .isEqualTo(1);
    }

    @Test
    void retryOfAnUnknownJobIsRefused() {
        assertThat(rig.answered(new JobRetry(new JobId("a".repeat(64)))).code()).isEqualTo("unknown-job");
    }

    @Test
    void onlyAJobThatInfrastructureLostIsRetried() {
        rig.enrolled("a", 1).exits(2);
        JobId failed = rig.submit("key-1");
        assertThat(rig.answered(new JobRetry(failed)).code()).as("waiting").isEqualTo("not-retryable");
        rig.until(failed, JobStage.FAILED);

        Answered refused = rig.answered(new JobRetry(failed));

        assertThat(refused.code()).isEqualTo("not-retryable");
        assertThat(refused.refusal().message()).contains("failed");
        assertThat(refused.moved()).isZero();
    }

    @Test
    @Tag("B47")
    void lostJobIsRetriedOnlyOnceItsOldAttemptWasSeenGone() {
        rig.enrolled("a", 1).vanishes().always(Call.CANCEL, Trouble.failing(Kind.CONNECTION_LOST));
        JobId job = rig.submit("key-1");
        rig.until(job, JobStage.LOST);

        Answered early = rig.answered(new JobRetry(job));
        assertThat(early.code()).isEqualTo("not-fenced");
        assertThat(early.refusal().message()).contains("attempt 1").contains("'a'");

        rig.host("a").recovers(Call.CANCEL).exits(0);
        rig.until("swept", () -> rig.ledger().attempt(job).swept());
        Answered retried = rig.answered(new JobRetry(job));

        assertThat(retried.json())
                .isEqualTo("{\"attempt\":2,\"changed\":true,\"jobId\":\"" + job
                        + "\",\"pending\":[\"dispatch\"],\"stage\":\"waiting\"}");
        assertThat(retried.story()).containsExactly("job-retried/job-retry");
        assertThat(retried.moved()).isEqualTo(1);
        rig.until(job, JobStage.SUCCEEDED);
        assertThat(rig.ledger().attempts(job)).isEqualTo(2);
    }

    @Test
    @Tag("B11")
    void lostJobWhoseHostLeftTheFleetIsRetriedElsewhere() {
        rig.enrolled("a", 1).vanishes().always(Call.CANCEL, Trouble.failing(Kind.CONNECTION_LOST));
        JobId job = rig.submit("key-1");
        rig.until(job, JobStage.LOST);
        assertThat(rig.answered(new RemoveHost(host("a"))).code())
                .as("it answers, and the attempt may still run there")
                .isEqualTo("host-holds-work");
        rig.host("a").falls(Kind.UNREACHABLE);
        rig.until("silent", () -> rig.ledger().host("a").silentSince().isPresent());
        Rig.committed(rig.ask(new RemoveHost(host("a"))));
        rig.enrolled("b", 1);

        Rig.committed(rig.ask(new JobRetry(job)));
        rig.until(job, JobStage.SUCCEEDED);

        assertThat(rig.ledger().attempt(job).host()).isEqualTo(host("b"));
    }

    @Test
    void retriedJobIsNotCancelledForItsOwnerWhoWasToldThatItIsLost() {
        rig.enrolled("a", 1).vanishes();
        ProcessIdentity owner = rig.processes().start(4711, 1);
        JobId job = rig.submit(Order.named("key-1").awaitedBy(owner));
        rig.until(
                "swept",
                () -> rig.ledger().stage(job) == JobStage.LOST
                        && rig.ledger().attempt(job).swept());
        rig.processes().end(4711);

        rig.host("a").runs();
        Rig.committed(rig.ask(new JobRetry(job)));
        rig.until(job, JobStage.RUNNING);
        rig.advanceBySeconds(30);

        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.RUNNING);
    }

    @Test
    void retriedJobStandsAtTheEndOfTheQueue() {
        rig.enrolled("a", 1).vanishes();
        JobId lost = rig.submit("key-1");
        rig.until(
                "swept",
                () -> rig.ledger().stage(lost) == JobStage.LOST
                        && rig.ledger().attempt(lost).swept());
        rig.host("a").falls(Kind.UNREACHABLE);
        rig.advanceBySeconds(60);
        JobId other = rig.submit("key-2");

        Rig.committed(rig.ask(new JobRetry(lost)));

        assertThat(rig.ledger().ticket(lost).orElseThrow().seq())
                .isGreaterThan(rig.ledger().ticket(other).orElseThrow().seq());
    }

    @Test
    void retriedJobThatNeverStartsGoesBackToThePlaceItWasRetriedAt() {
        rig.enrolled("a", 1).vanishes();
        JobId job = rig.submit("key-1");
        rig.until(
                "swept",
                () -> rig.ledger().stage(job) == JobStage.LOST
                        && rig.ledger().attempt(job).swept());
        rig.host("a").exits(0).always(Call.PREPARE, Trouble.failing(Kind.DISK_FULL));
        Rig.committed(rig.ask(new JobRetry(job)));
        QueuePlace retriedAt = rig.ledger().ticket(job).orElseThrow().place();

        rig.tick();

        assertThat(rig.ledger().attempts(job)).isEqualTo(2);
        assertThat(rig.ledger().ticket(job).orElseThrow().place()).isEqualTo(retriedAt);
        rig.until(job, JobStage.LOST);
        assertThat(rig.ledger().attempts(job))
                .as("one, and three since the retry")
                .isEqualTo(4);
    }

    @Test
    void environmentIsKeptForARetryAndForgottenWithTheEnd() {
        rig.enrolled("a", 1).vanishes();
        JobId job = rig.submit("key-1");
        rig.until(
                "swept",
                () -> rig.ledger().stage(job) == JobStage.LOST
                        && rig.ledger().attempt(job).swept());
        assertThat(rig.ledger().job(job).submitted().build().environment()).containsEntry("LANG", "C.UTF-8");

        rig.host("a").exits(0);
        Rig.committed(rig.ask(new JobRetry(job)));
        rig.until(job, JobStage.SUCCEEDED);

        assertThat(rig.ledger().job(job).submitted().build().environment()).isEmpty();
    }
}
