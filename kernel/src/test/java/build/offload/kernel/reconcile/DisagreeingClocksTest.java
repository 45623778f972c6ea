package build.offload.kernel.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.rig.Call;
import build.offload.kernel.rig.Order;
import build.offload.kernel.rig.Rig;
import build.offload.kernel.rig.RigExtension;
import build.offload.kernel.rig.ScriptedHost;
import build.offload.kernel.rig.Trouble;
import build.offload.kernel.transition.Transition.CancelJob;
import build.offload.spi.executor.ExecutorException.Kind;
import build.offload.spi.model.HostState;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import build.offload.spi.model.ProcessIdentity;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * After a suspend the wall clock has gone on and the monotonic clock has not: the loops look before they let anything expire.
 * When the clock was set back, nothing expires early and nothing is stuck.
 */
@ExtendWith(RigExtension.class)
class DisagreeingClocksTest {

    private static final Duration LIMIT = Duration.ofHours(1);
    private static final Duration NIGHT = Duration.ofHours(8);

    private final Rig rig;
    private ScriptedHost a;

    DisagreeingClocksTest(Rig rig) {
        this.rig = rig;
        a = rig.enrolled("a", 1);
    }

    private JobId running() {
        a.runs();
        JobId job = rig.submit(Order.named("key-1").within(LIMIT));
        rig.until(job, JobStage.RUNNING);
        rig.advanceBySeconds(2);
        return job;
    }

    private void suspend() {
        rig.clock().jumpTo(rig.clock().now().plus(NIGHT));
    }

    private void setBackAnHour() {
        rig.clock().jumpTo(rig.clock().now().minus(Duration.ofHours(1)));
    }

    private String reason(JobId job) {
        return rig.ledger().job(job).progress().ending().orElseThrow().code();
    }

    @Test
    void buildThatEndedWhileTheMachineSleptHasEndedInTime() {
        JobId job = running();

        suspend();
        a.exits(0);
        rig.advanceBySeconds(3);

        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.SUCCEEDED);
    }

    @Test
    void buildThatIsSeenToRunStillIsOverItsLimit() {
        JobId job = running();

        suspend();
        rig.advanceBySeconds(5);

        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.CANCELLED);
        assertThat(reason(job)).isEqualTo("time-limit");
        assertThat(a.alive()).isEmpty();
    }

    @Test
    void hostOutOfReachPutsTheLimitOffUntilItIsGivenUpAndNoLonger() {
        JobId job = running();
        a.falls(Kind.UNREACHABLE);

        suspend();
        rig.advanceBySeconds(60);
        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.RUNNING);
        assertThat(rig.ledger().job(job).progress().cancelCode()).isEmpty();

        rig.advanceBySeconds(LoopSettings.standard().lostAfter().plusSeconds(60).toSeconds());
        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.LOST);
        assertThat(rig.ledger().slots("a")).isEqualTo(1);
    }

    @Test
    void clockSetBackToBeforeTheStartPutsTheLimitOffForNoneThatStartsAnew() {
        JobId job = running();

        setBackAnHour();
        rig.restart();
        rig.advanceBySeconds(2);
        rig.clock().advance(LIMIT);
        rig.advanceBySeconds(5);

        assertThat(reason(job)).isEqualTo("time-limit");
    }

    @Test
    void buildThatEndedWhileNoControllerRanHasEndedInTime() {
        JobId job = running();

        rig.clock().advance(NIGHT);
        a.exits(0);
        rig.restart();
        rig.advanceBySeconds(3);

        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.SUCCEEDED);
    }

    @Test
    void buildThatRanOnWhileNoControllerRanIsOverItsLimit() {
        JobId job = running();

        rig.clock().advance(NIGHT);
        rig.restart();
        rig.advanceBySeconds(5);

        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.CANCELLED);
    }

    @Test
    void ownersGraceIsNotSleptAway() {
        ProcessIdentity owner = rig.processes().start(4711, 1);
        a.runs();
        JobId job = rig.submit(Order.named("key-1").awaitedBy(owner));
        rig.until(job, JobStage.RUNNING);
        rig.processes().end(4711);
        rig.advance(Duration.ofSeconds(1));

        suspend();
        a.once(Call.FOLLOW, Trouble.failing(Kind.CONNECTION_LOST)).exits(0);
        rig.advanceBySeconds(5);

        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.SUCCEEDED);
    }

    @Test
    void hostIsNotDegradedBecauseTheMachineSlept() {
        suspend();
        rig.advanceBySeconds(20);

        assertThat(rig.ledger().state("a")).isEqualTo(HostState.AVAILABLE);
        assertThat(rig.ledger().events()).noneMatch(event -> event.type().equals("host-silent"));
    }

    @Test
    void hostsAreLookedAtThoughTheClockWasSetBack() {
        setBackAnHour();
        long before = looks();

        rig.advanceBySeconds(60);

        assertThat(looks() - before).isBetween(3L, 5L);
        assertThat(rig.ledger().host("a").observedAt().orElseThrow())
                .isBeforeOrEqualTo(rig.clock().now());
    }

    private long looks() {
        return a.calls().stream().filter(call -> call.equals("IDENTIFY")).count();
    }

    @Test
    void buildGoesOnAndItsLimitHoldsThoughTheClockWasSetBack() {
        JobId job = running();

        setBackAnHour();
        rig.advance(LIMIT.minusSeconds(10));
        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.RUNNING);

        rig.until(job, JobStage.CANCELLED);
        assertThat(reason(job)).isEqualTo("time-limit");
    }

    @Test
    void everythingIsSweptThoughTheClockWasSetBack() {
        JobId job = running();
        rig.ask(new CancelJob(job, CancelJob.REQUESTED));
        a.always(Call.SWEEP, Trouble.failing(Kind.CONNECTION_LOST));
        rig.until(job, JobStage.CANCELLED);

        setBackAnHour();
        a.recovers(Call.SWEEP);
        rig.advanceBySeconds(30);

        assertThat(rig.ledger().attempt(job).swept()).isTrue();
    }

    @Test
    void wholeLifeOfABuildThoughTheClockIsSetBackAtEachStep() {
        for (Call call : new Call[] {Call.PREPARE, Call.START, Call.FOLLOW, Call.COLLECT}) {
            a.once(call, Trouble.meanwhile(this::setBackAnHour));
        }
        a.leaves("out/app", "built").exits(0);
        JobId job = rig.submit(Order.named("key-1").bringing("out/*"));

        rig.until(job, JobStage.SUCCEEDED);

        assertThat(rig.ledger().events())
                .allSatisfy(event -> assertThat(event.durationSeconds()).isGreaterThanOrEqualTo(0));
    }
}
