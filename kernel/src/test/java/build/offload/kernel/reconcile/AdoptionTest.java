package build.offload.kernel.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.rig.Order;
import build.offload.kernel.rig.Rig;
import build.offload.kernel.rig.RigExtension;
import build.offload.kernel.rig.ScriptedHost;
import build.offload.spi.executor.ExecutorException.Kind;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import build.offload.spi.model.ProcessIdentity;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a controller makes of the jobs it finds when it starts: after an hour, after days, after a reboot of its machine. */
@Tag("B76")
@ExtendWith(RigExtension.class)
class AdoptionTest {

    private static final Duration LIMIT = Duration.ofMinutes(30);

    private final Rig rig;
    private ScriptedHost a;

    AdoptionTest(Rig rig) {
        this.rig = rig;
        a = rig.enrolled("a", 1).leaves("out/app", "built");
        a.runs();
    }

    private JobId running(Order order) {
        JobId job = rig.submit(order);
        rig.until(job, JobStage.RUNNING);
        return job;
    }

    private void downFor(Duration time) {
        rig.clock().advance(time);
        rig.restart();
    }

    @Test
    void commandThatEndedInTimeIsNotCancelledForATimeLimitThatPassedWhileTheControllerWasDown() {
        JobId job = running(Order.named("key-1").bringing("out/*").within(LIMIT));

        a.exits(0);
        downFor(LIMIT.plusMinutes(10));
        rig.until("over", () -> rig.ledger().stage(job).finished());

        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.SUCCEEDED);
        assertThat(rig.checkout().read("out/app")).isEqualTo("built");
    }

    @Test
    void commandThatStillRunsPastItsTimeLimitIsCancelledSoonAfterTheStart() {
        JobId job = running(Order.named("key-1").within(LIMIT));

        downFor(LIMIT.plusMinutes(10));
        rig.advanceBySeconds(40);

        assertThat(rig.ledger().why(job)).isEqualTo("time-limit");
        assertThat(a.alive()).isEmpty();
    }

    @Test
    void hostOutOfReachAfterTheStartDoesNotPutTheTimeLimitOff() {
        JobId job = running(Order.named("key-1").within(LIMIT));

        a.falls(Kind.UNREACHABLE);
        downFor(LIMIT.plusMinutes(10));
        rig.advanceBySeconds(40);
        assertThat(rig.ledger().job(job).progress().cancelCode()).contains("time-limit");

        a.returns();
        rig.until(job, JobStage.CANCELLED);
        assertThat(a.alive()).isEmpty();
    }

    @Test
    void daysWithoutAControllerCostNeitherTheRunningJobNorTheWaitingOne() {
        JobId running = running(Order.named("key-1").bringing("out/*"));
        JobId waiting = rig.submit("key-2");

        a.exits(0);
        downFor(Duration.ofDays(3));
        rig.until(running, JobStage.SUCCEEDED);
        rig.until(waiting, JobStage.SUCCEEDED);

        assertThat(rig.ledger().attempts(running)).isEqualTo(1);
        assertThat(rig.ledger().attempts(waiting)).isEqualTo(1);
        assertThat(a.started()).hasSize(2);
    }

    @Test
    void afterARebootEveryUnfinishedJobIsCarriedToItsEndThoughNobodyWaitsForItAnyMore() {
        ProcessIdentity owner = rig.processes().start(4711, 99);
        ProcessIdentity other = rig.processes().start(4712, 100);
        JobId running = running(Order.named("key-1").bringing("out/*").awaitedBy(owner));
        JobId waiting = rig.submit(Order.named("key-2").awaitedBy(other));

        rig.processes().reboot();
        downFor(Duration.ofMinutes(3));
        rig.advanceBySeconds(60);
        assertThat(rig.ledger().stage(running)).isEqualTo(JobStage.RUNNING);
        assertThat(rig.ledger().stage(waiting)).isEqualTo(JobStage.WAITING);
        a.exits(0);
        rig.until(running, JobStage.SUCCEEDED);
        rig.until(waiting, JobStage.SUCCEEDED);

        assertThat(a.started()).hasSize(2);
        assertThat(rig.checkout().read("out/app")).isEqualTo("built");
    }

    @Test
    void processOfTheNewBootThatLooksLikeTheOwnerHasNoSayInTheJob() {
        ProcessIdentity owner = rig.processes().start(4711, 99);
        JobId job = running(Order.named("key-1").awaitedBy(owner));

        rig.processes().reboot();
        rig.processes().start(4711, 99);
        downFor(Duration.ofMinutes(3));
        rig.advanceBySeconds(5);
        rig.processes().end(4711);
        rig.advanceBySeconds(30);

        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.RUNNING);
    }

    @Test
    void ownerThatDiedWhileTheControllerWasDownIsMissedAfterTheGraceAndNotBefore() {
        ProcessIdentity owner = rig.processes().start(4711, 99);
        JobId job = running(Order.named("key-1").awaitedBy(owner));

        rig.processes().end(4711);
        downFor(Duration.ofHours(1));
        rig.advanceBySeconds(9);
        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.RUNNING);
        rig.advanceBySeconds(4);

        assertThat(rig.ledger().why(job)).isEqualTo("owner-gone");
        assertThat(a.alive()).isEmpty();
    }
}
