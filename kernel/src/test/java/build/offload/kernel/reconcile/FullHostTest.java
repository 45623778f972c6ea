package build.offload.kernel.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.rig.Call;
import build.offload.kernel.rig.Rig;
import build.offload.kernel.rig.RigExtension;
import build.offload.kernel.rig.ScriptedHost;
import build.offload.kernel.rig.Trouble;
import build.offload.kernel.rig.Trouble.Delay;
import build.offload.spi.model.HostState;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A host that has no room takes nothing, keeps what it runs, and comes back by itself. */
@Tag("B106")
@ExtendWith(RigExtension.class)
class FullHostTest {

    private static final String DISK = "disk";

    private final Rig rig;
    private final ScriptedHost a;

    FullHostTest(Rig rig) {
        this.rig = rig;
        this.a = rig.enrolled("a", 4).has(DISK, "1");
    }

    @Test
    void hostWithoutRoomIsDegradedForThatReasonAndItsBuildGoesOnWhileOthersGoElsewhere() {
        // given a build on the only host
        a.runs();
        JobId running = rig.submit("key-1");
        rig.until(running, JobStage.RUNNING);

        // when its disk is full, and another host is there
        a.lacksRequired(DISK);
        rig.until("a", HostState.DEGRADED);
        rig.enrolled("b", 1);
        JobId next = rig.submit("key-2");
        rig.until(next, JobStage.SUCCEEDED);

        // then
        assertThat(rig.ledger().host("a").reason().orElseThrow()).contains(DISK);
        assertThat(rig.ledger().attempt(next).host().value()).isEqualTo("b");
        assertThat(rig.ledger().stage(running)).isEqualTo(JobStage.RUNNING);
        assertThat(a.alive()).hasSize(1);

        // when there is room again
        a.has(DISK, "1").exits(0);
        rig.until("a", HostState.AVAILABLE);
        JobId last = rig.submit("key-3");
        rig.until(last, JobStage.SUCCEEDED);

        // then
        assertThat(rig.ledger().attempt(last).host().value()).isEqualTo("a");
        assertThat(rig.ledger().stage(running)).isEqualTo(JobStage.SUCCEEDED);
        assertThat(a.started()).hasSize(2);
    }

    @Test
    void preparationThatNeverEndsIsGivenUpAndTheJobGoesOn() {
        a.once(Call.PREPARE, Trouble.delayed(Delay.FOR_EVER));
        JobId job = rig.submit("key-1");

        rig.until(job, JobStage.SUCCEEDED);

        assertThat(rig.ledger().story(job)).anyMatch(step -> step.startsWith("job-requeued/"));
        assertThat(rig.ledger().attempts(job)).isEqualTo(2);
    }
}
