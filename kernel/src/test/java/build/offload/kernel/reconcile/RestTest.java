package build.offload.kernel.reconcile;

import static build.offload.kernel.rig.Answered.host;
import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.rig.Call;
import build.offload.kernel.rig.Order;
import build.offload.kernel.rig.Rig;
import build.offload.kernel.rig.RigExtension;
import build.offload.kernel.rig.ScriptedHost;
import build.offload.kernel.rig.ScriptedPublication.Play;
import build.offload.kernel.rig.Trouble;
import build.offload.kernel.store.FaultPlan.Point;
import build.offload.kernel.transition.Transition.BoxDrain;
import build.offload.kernel.transition.Transition.CancelJob;
import build.offload.kernel.transition.Transition.HostQuarantine;
import build.offload.kernel.transition.Transition.HostUnquarantine;
import build.offload.spi.executor.ExecutorException.Kind;
import build.offload.spi.model.HostState;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Whatever the loops cannot do now they leave alone for a while: none of it keeps the controller busy. */
@ExtendWith(RigExtension.class)
class RestTest {

    private static final int A_FEW_PASSES = 5;

    private final Rig rig;
    private ScriptedHost a;

    RestTest(Rig rig) {
        this.rig = rig;
        a = rig.enrolled("a", 1);
    }

    @Test
    void idleControllerRestsAfterOnePass() {
        rig.settle();

        assertThat(rig.settle()).isEqualTo(1);
    }

    @Test
    void wholeLifeOfAJobTakesAFewPassesAtOneMoment() {
        a.leaves("out/app", "built");
        JobId job = rig.submit(Order.named("key-1").bringing("out/*"));

        assertThat(rig.settle()).isLessThanOrEqualTo(A_FEW_PASSES);

        assertThat(rig.ledger().attempt(job).swept()).isTrue();
    }

    @Test
    void cancelOfAJobWhoseHostIsOutOfReach() {
        a.runs();
        JobId job = rig.submit("key-1");
        rig.until(job, JobStage.RUNNING);
        a.falls(Kind.UNREACHABLE);
        rig.ask(new CancelJob(job, CancelJob.REQUESTED));

        rests();

        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.RUNNING);
    }

    @Test
    void cancelOfAProcessThatCannotBeKilled() {
        a.runs().refusesToCancel(true);
        JobId job = rig.submit("key-1");
        rig.until(job, JobStage.RUNNING);
        rig.ask(new CancelJob(job, CancelJob.REQUESTED));

        rests();
    }

    @Test
    void runningJobOnAHostOutOfReach() {
        a.runs();
        JobId job = rig.submit("key-1");
        rig.until(job, JobStage.RUNNING);
        a.falls(Kind.UNREACHABLE);

        rests();
    }

    @Test
    void outputsThatDoNotArriveWhole() {
        a.leaves("out/app", "built").corruptsOutputs(true);
        JobId job = rig.submit(Order.named("key-1").bringing("out/*"));
        rig.until(job, JobStage.COLLECTING);

        rests();
    }

    @Test
    void promotionThatHangs() {
        a.leaves("out/app", "built");
        rig.publication().next(Play.STALLS);
        rig.publication().next(Play.STALLS);
        JobId job = rig.submit(Order.named("key-1").bringing("out/*"));
        rig.until(job, JobStage.PUBLISHING);

        rests();
    }

    @Test
    void attemptThatCannotBeSwept() {
        a.always(Call.SWEEP, Trouble.failing(Kind.CONNECTION_LOST));
        JobId job = rig.submit("key-1");
        rig.until(job, JobStage.SUCCEEDED);

        rests();
    }

    @Test
    void circuitWhoseHostDoesNotAnswer() {
        a.always(Call.RUN, Trouble.failing(Kind.CONNECTION_LOST));
        rig.ask(new HostQuarantine(host("a"), "make"));
        rig.ask(new HostUnquarantine(host("a"), "make"));

        rests();
    }

    @Test
    void hostThatIsSilent() {
        a.falls(Kind.UNREACHABLE);
        rig.until("silent", () -> rig.ledger().host("a").silentSince().isPresent());

        rests();
    }

    @Test
    void drainingHostThatIsNotIdle() {
        a.vanishes().always(Call.CANCEL, Trouble.failing(Kind.CONNECTION_LOST));
        JobId job = rig.submit("key-1");
        rig.until(job, JobStage.LOST);
        rig.ask(new BoxDrain(host("a"), OptionalLong.empty()));

        rests();

        assertThat(rig.ledger().state("a")).isEqualTo(HostState.DRAINING);
    }

    @Test
    void jobsThatWaitAndCannotBePlaced() {
        rig.submit(Order.named("key-1").needing("gpu-x", "*"));
        a.runs();
        rig.until(rig.submit("key-2"), JobStage.RUNNING);
        a.falls(Kind.UNREACHABLE);
        rig.submit("key-3");

        rests();
    }

    @Test
    void storeThatCannotBeWritten() {
        JobId job = rig.submit("key-1");
        rig.faults().fail(Point.BEGIN, "", 1000);

        rests();
        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.WAITING);

        rig.faults().heal();
        rig.until(job, JobStage.SUCCEEDED);
    }

    private void rests() {
        rig.settle();
        assertThat(rig.settle()).isLessThanOrEqualTo(A_FEW_PASSES);
    }
}
