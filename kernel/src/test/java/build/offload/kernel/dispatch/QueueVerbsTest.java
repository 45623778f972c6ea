package build.offload.kernel.dispatch;

import static build.offload.kernel.rig.Answered.host;
import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.rig.Answered;
import build.offload.kernel.rig.Rig;
import build.offload.kernel.rig.RigExtension;
import build.offload.kernel.store.SqliteBackend;
import build.offload.kernel.transition.Transition.AdmissionReconcile;
import build.offload.kernel.transition.Transition.CiReconcile;
import build.offload.kernel.transition.Transition.RecallSpill;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The verbs that are about no one host or job: each commits, also with nothing to do. */
@ExtendWith(RigExtension.class)
class QueueVerbsTest {

    private final Rig rig;

    QueueVerbsTest(Rig rig) {
        this.rig = rig;
    }

    @Test
    void admissionReconcileSaysHowManyWait() {
        rig.submit("key-1");

        Answered answer = rig.answered(new AdmissionReconcile(Optional.of("the queue looks stuck")));

        assertThat(answer.json()).isEqualTo("{\"changed\":true,\"pending\":[\"dispatch\"],\"waiting\":1}");
        assertThat(answer.story()).containsExactly("admission-reconcile/operator");
        assertThat(answer.events().getFirst().data()).containsEntry("reason", "the queue looks stuck");
        assertThat(answer.moved()).isEqualTo(1);
    }

    /** Have a job wait whose ticket the controller has not seen: it is there again without an event. */
    private JobId unseen() {
        SqliteBackend store = new SqliteBackend(rig.folder());
        rig.enrolled("a", 1).runs();
        JobId running = rig.submit("key-1");
        rig.until(running, JobStage.RUNNING);
        JobId unseen = rig.submit("key-2");
        store.tamper("CREATE TABLE hidden AS SELECT * FROM ticket");
        store.tamper("DELETE FROM ticket");
        rig.restart();
        rig.pass();
        store.tamper("INSERT INTO ticket SELECT * FROM hidden");
        rig.host("a").exits(0);
        rig.until(running, JobStage.SUCCEEDED);
        rig.advanceBySeconds(2);
        assertThat(rig.ledger().stage(unseen)).isEqualTo(JobStage.WAITING);
        return unseen;
    }

    @Test
    void admissionReconcileFindsAJobThatThePlanHasLost() {
        JobId unseen = unseen();

        Rig.committed(rig.ask(new AdmissionReconcile(Optional.empty())));
        rig.tick();

        assertThat(rig.ledger().stage(unseen)).isNotEqualTo(JobStage.WAITING);
    }

    @Test
    void jobThatThePlanHasLostIsFoundBeforeThatIsAWedge() {
        JobId unseen = unseen();

        rig.advanceBySeconds(16);

        assertThat(rig.ledger().stage(unseen)).isNotEqualTo(JobStage.WAITING);
    }

    @Test
    void admissionReconcileWithNobodyWaitingIsACommitThatChangesNothing() {
        Answered answer = rig.answered(new AdmissionReconcile(Optional.empty()));

        assertThat(answer.json()).isEqualTo("{\"changed\":false,\"pending\":[],\"waiting\":0}");
        assertThat(answer.moved()).isEqualTo(1);
    }

    @Test
    void recallSpillWithNothingGrantedIsACommitThatChangesNothing() {
        Answered answer = rig.answered(new RecallSpill(Optional.empty()));

        assertThat(answer.json()).isEqualTo("{\"changed\":false,\"pending\":[]}");
        assertThat(answer.story()).containsExactly("spill-recalled/none-granted");
        assertThat(answer.moved()).isEqualTo(1);
        assertThat(rig.answered(new RecallSpill(Optional.of(host("nobody")))).code())
                .isEqualTo("unknown-host");
    }

    @Test
    void ciReconcileWithNoRunnerDeclaredIsACommitThatChangesNothing() {
        rig.enrolled("a", 1);

        Answered answer = rig.answered(new CiReconcile(Optional.of(host("a"))));

        assertThat(answer.json()).isEqualTo("{\"changed\":false,\"pending\":[]}");
        assertThat(answer.story()).containsExactly("ci-reconcile/none-declared");
        assertThat(answer.moved()).isEqualTo(1);
        assertThat(rig.answered(new CiReconcile(Optional.of(host("nobody")))).code())
                .isEqualTo("unknown-host");
    }
}
