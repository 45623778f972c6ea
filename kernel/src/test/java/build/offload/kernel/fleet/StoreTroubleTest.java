package build.offload.kernel.fleet;

import static build.offload.kernel.rig.Answered.host;
import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.rig.Answered;
import build.offload.kernel.rig.Rig;
import build.offload.kernel.rig.RigExtension;
import build.offload.kernel.store.ControlRow;
import build.offload.kernel.store.FaultPlan.Point;
import build.offload.kernel.store.SqliteBackend;
import build.offload.kernel.transition.Outcome;
import build.offload.kernel.transition.Transition;
import build.offload.kernel.transition.Transition.BoxDrain;
import build.offload.kernel.transition.Transition.BoxRestore;
import build.offload.spi.model.HostMode;
import build.offload.spi.model.HostState;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A store that fails, or a control record that cannot be, never opens a host and never half-changes one (D23–D26). */
@ExtendWith(RigExtension.class)
class StoreTroubleTest {

    private static final BoxDrain DRAIN = new BoxDrain(host("a"), OptionalLong.empty());
    private static final BoxRestore RESTORE = new BoxRestore(host("a"), OptionalLong.empty());

    private final Rig rig;

    StoreTroubleTest(Rig rig) {
        this.rig = rig;
        rig.enrolled("a", 1);
    }

    @Test
    @Tag("D23")
    void storeThatCannotBeWrittenRefusesBothAndTheyWorkWhenItCan() {
        rig.faults().fail(Point.BEGIN, "", 2);

        assertThat(rig.ask(DRAIN)).isInstanceOf(Outcome.AuditUnavailable.class);
        assertThat(rig.ask(DRAIN)).isInstanceOf(Outcome.AuditUnavailable.class);
        assertThat(rig.ledger().control("a")).isEqualTo(ControlRow.UNTOUCHED);

        Rig.committed(rig.ask(DRAIN));
        assertThat(rig.ledger().control("a").version()).isEqualTo(1);
    }

    @Test
    @Tag("D24")
    void controlRecordThatCannotBeReadNeverAdmitsAnything() {
        Rig.committed(rig.ask(DRAIN));
        rig.until("a", HostState.MAINTENANCE);
        JobId job = rig.submit("key-1");
        new SqliteBackend(rig.folder())
                .tamper("UPDATE host_control SET mode = 'OPEN'; UPDATE host SET state = 'AVAILABLE'");

        assertThat(rig.answered(DRAIN).code()).isEqualTo("control-record-unreadable");
        assertThat(rig.answered(RESTORE).code()).isEqualTo("control-record-unreadable");
        rig.pass();
        rig.lanes().drain();

        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.WAITING);
        assertThat(rig.ledger().slots("a")).isZero();
    }

    @Test
    @Tag("D24")
    void controlRecordThatCannotBeReadIsAMatterOfItsHostAlone() {
        Rig.committed(rig.ask(DRAIN));
        new SqliteBackend(rig.folder())
                .tamper("UPDATE host_control SET mode = 'OPEN'; UPDATE host SET state = 'AVAILABLE'");
        rig.enrolled("b", 1);

        JobId job = rig.submit("key-1");
        rig.until(job, JobStage.SUCCEEDED);

        assertThat(rig.ledger().slots("a")).isZero();
        assertThat(rig.lastPass())
                .hasValueSatisfying(pass -> assertThat(pass.clean()).isTrue());
    }

    @Test
    @Tag("D24")
    void hostOfAnUnreadableRecordIsTakenBackByEnrollingItAgain() {
        Rig.committed(rig.ask(DRAIN));
        new SqliteBackend(rig.folder()).tamper("UPDATE host_control SET mode = 'OPEN'");
        Rig.committed(rig.ask(new Transition.RemoveHost(Answered.host("a"))));

        rig.enrolled("a", 1);

        assertThat(rig.ledger().control("a").mode()).isEqualTo(HostMode.ACTIVE);
    }

    @Test
    @Tag("D25")
    void drainThatFailsHalfWayLeavesTheOldRecordAndNoEvent() {
        long before = rig.ledger().read(tx -> tx.events().lastSeq());
        long revision = rig.ledger().revision();
        rig.faults().fail(Point.STATEMENT, "UPDATE host SET state", 100);

        Outcome outcome = rig.ask(DRAIN);
        rig.faults().heal();

        assertThat(outcome).isInstanceOf(Outcome.Busy.class);
        assertThat(rig.ledger().control("a")).isEqualTo(ControlRow.UNTOUCHED);
        assertThat(rig.ledger().state("a")).isEqualTo(HostState.AVAILABLE);
        assertThat(rig.ledger().eventsAfter(before)).isEmpty();
        assertThat(rig.ledger().revision()).isEqualTo(revision);
    }

    @Test
    @Tag("D26")
    void missingControlTableIsAnErrorAndNeverActive() {
        Rig.committed(rig.ask(DRAIN));
        JobId job = rig.submit("key-1");
        new SqliteBackend(rig.folder()).tamper("ALTER TABLE host_control RENAME TO somewhere_else");

        assertThat(rig.ask(DRAIN)).isNotInstanceOf(Outcome.Committed.class);
        assertThat(rig.ask(RESTORE)).isNotInstanceOf(Outcome.Committed.class);
        rig.pass();
        rig.lanes().drain();
        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.WAITING);

        new SqliteBackend(rig.folder()).tamper("ALTER TABLE somewhere_else RENAME TO host_control");
        assertThat(rig.ledger().control("a").mode()).isEqualTo(HostMode.DRAINING);
    }
}
