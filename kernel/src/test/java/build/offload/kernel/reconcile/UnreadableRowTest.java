package build.offload.kernel.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.job.UnreadableStep;
import build.offload.kernel.rig.Order;
import build.offload.kernel.rig.Rig;
import build.offload.kernel.rig.RigExtension;
import build.offload.kernel.rig.ScriptedHost;
import build.offload.kernel.store.SqliteBackend;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** One damaged row is one incident, and nobody else's affair. */
@Tag("B29")
@ExtendWith(RigExtension.class)
class UnreadableRowTest {

    private final Rig rig;
    private final ScriptedHost a;

    UnreadableRowTest(Rig rig) {
        this.rig = rig;
        a = rig.enrolled("a", 1);
    }

    private void tamper(String set, JobId job) {
        new SqliteBackend(rig.folder()).tamper("UPDATE job SET " + set + " WHERE id = '" + job.value() + "'");
    }

    private List<String> incidents() {
        return rig.ledger()
                .<List<String>>read(tx -> tx.incidents().open().stream()
                        .filter(incident -> incident.kind().equals(UnreadableStep.INCIDENT))
                        .map(incident -> incident.subject())
                        .toList());
    }

    @Test
    void aWaitingJobThatCannotBeReadHoldsUpNobodyAndGoesOnWhenItIsPutRight() {
        // given three jobs in the queue, of which the first is damaged
        a.runs();
        JobId running = rig.submit("key-0");
        rig.until(running, JobStage.RUNNING);
        JobId damaged = rig.submit("key-1");
        JobId behind = rig.submit("key-2");
        String right =
                "request = '{\"argv\":[\"make\",\"all\"],\"outputs\":[],\"requirements\":{},\"excludedHosts\":[]}'";
        tamper("request = 'no JSON'", damaged);

        // when the controller starts anew, and the one before it ends
        rig.restart();
        a.exits(0);

        // then the others go on, and it is said once which row is the matter
        rig.until(behind, JobStage.SUCCEEDED);
        assertThat(incidents()).containsExactly("job " + damaged.value());
        rig.advanceBySeconds(120);
        assertThat(rig.ledger().events().stream().filter(event -> event.type().equals(UnreadableStep.INCIDENT)))
                .hasSize(1);
        assertThat(rig.lastPass().orElseThrow().clean()).isTrue();

        // and when it is put right, it is taken up
        tamper(right, damaged);
        rig.until(damaged, JobStage.SUCCEEDED);
        assertThat(incidents()).isEmpty();
    }

    @Test
    void aRunningJobThatCannotBeReadKeepsItsSlotAndTheOthersRun() {
        ScriptedHost b = rig.enrolled("b", 1);
        a.runs();
        b.exits(0);
        JobId damaged = rig.submit("key-1");
        rig.until(damaged, JobStage.RUNNING);
        tamper("publication = 'SOMEHOW'", damaged);
        rig.restart();

        JobId other = rig.submit(Order.named("key-2").notOn("a"));
        rig.until(other, JobStage.SUCCEEDED);

        assertThat(incidents()).containsExactly("job " + damaged.value());
        assertThat(rig.ledger().slots("a")).isEqualTo(1);
        a.exits(0);
        tamper("publication = 'NONE'", damaged);
        rig.until(damaged, JobStage.SUCCEEDED);
    }
}
