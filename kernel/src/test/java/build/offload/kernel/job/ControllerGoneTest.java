package build.offload.kernel.job;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.rig.Rig;
import build.offload.kernel.rig.RigExtension;
import build.offload.kernel.store.JobRow.Ending;
import build.offload.kernel.store.SqliteBackend;
import build.offload.kernel.transition.Transition.JobRetry;
import build.offload.spi.model.InfraFailure;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What becomes of jobs whose controller shares the store and never comes back. */
@ExtendWith(RigExtension.class)
class ControllerGoneTest {

    private final Rig rig;
    private final JobId running;
    private final JobId waiting;

    ControllerGoneTest(Rig rig) {
        this.rig = rig;
        rig.enrolled("a", 1).runs();
        running = rig.submit("key-1");
        rig.until(running, JobStage.RUNNING);
        waiting = rig.submit("key-2");
    }

    /** Have another controller own both jobs that was last heard of some time ago. */
    private void belongToOneSilentFor(Duration silence) {
        SqliteBackend store = new SqliteBackend(rig.folder());
        store.tamper("INSERT INTO controller SELECT 'other', 1, boot_id, pid, start_ticks, "
                + rig.clock().now().minus(silence).toEpochMilli() + ", started_at FROM controller");
        store.tamper("UPDATE job SET controller_id = 'other'");
        store.tamper("UPDATE ticket SET controller_id = 'other'");
        rig.restart();
    }

    @Test
    void jobsAreLostAfterAWeekAndTheirSlotComesFreeWhenTheHostWasSeenWithoutThem() {
        belongToOneSilentFor(ControllerGoneStep.GONE_AFTER);

        rig.pass();

        for (JobId job : new JobId[] {running, waiting}) {
            assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.LOST);
            assertThat(rig.ledger().job(job).progress().ending().flatMap(Ending::infraFailure))
                    .contains(InfraFailure.CONTROLLER_LOST);
            assertThat(rig.ledger().story(job)).endsWith("job-lost/controller-lost");
        }
        assertThat(rig.ledger().ticket(waiting)).isEmpty();
        assertThat(rig.ledger().slots("a")).as("it may still run").isEqualTo(1);
        rig.until("the slot is free", () -> rig.ledger().slots("a") == 0);
        assertThat(rig.answered(new JobRetry(running)).code()).isEqualTo("controller-gone");
    }

    @Test
    void jobsOfAControllerThatSleepsAreItsOwn() {
        belongToOneSilentFor(ControllerGoneStep.GONE_AFTER.minusMinutes(10));

        rig.advanceBySeconds(90);

        assertThat(rig.ledger().stage(running)).isEqualTo(JobStage.RUNNING);
        assertThat(rig.ledger().stage(waiting)).isEqualTo(JobStage.WAITING);
    }
}
