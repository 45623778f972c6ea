package build.offload.kernel.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import build.offload.kernel.rig.Call;
import build.offload.kernel.rig.Death;
import build.offload.kernel.rig.Order;
import build.offload.kernel.rig.Rig;
import build.offload.kernel.rig.RigExtension;
import build.offload.kernel.rig.ScriptedHost;
import build.offload.kernel.rig.ScriptedPublication.Play;
import build.offload.kernel.rig.Trouble;
import build.offload.kernel.store.FaultPlan;
import build.offload.kernel.transition.Transition.CancelJob;
import build.offload.kernel.transition.Transition.JobRetry;
import build.offload.spi.executor.OutputSink;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The controller dies between any two steps of a job, is started again, and nothing is lost and nothing done twice. */
@Tag("B45")
@ExtendWith(RigExtension.class)
class RestartTest {

    private static final List<String> WHOLE_STORY = List.of(
            "job-submitted/submitted",
            "job-placed/dispatched",
            "job-prepared/workspace-laid-out",
            "job-started/started",
            "job-exited/exit-0",
            "job-collected/staged",
            "job-promoted/promoted",
            "attempt-swept/swept");

    private final Rig rig;
    private ScriptedHost a;

    RestartTest(Rig rig) {
        this.rig = rig;
        a = rig.enrolled("a", 1).leaves("out/app", "built").leaves("out/lib", "lib");
    }

    static Stream<Arguments> callsOfALife() {
        return Stream.of(Call.PREPARE, Call.START, Call.FOLLOW, Call.COLLECT, Call.CANCEL, Call.SWEEP)
                .flatMap(call -> Stream.of(
                        arguments(call, "before", Trouble.deathBefore()),
                        arguments(call, "after", Trouble.deathAfter())));
    }

    @ParameterizedTest(name = "{1} {0}")
    @MethodSource("callsOfALife")
    void deathAroundACallOfTheHost(Call call, String when, Trouble death) {
        a.once(call, death);
        JobId job = rig.submit(Order.named("key-1").bringing("out/*"));

        assertThatThrownBy(() -> rig.advanceBySeconds(30)).as(when).isInstanceOf(Death.class);
        rig.restart();

        goesToItsEnd(job);
    }

    @ParameterizedTest
    @EnumSource(names = {"DIES_BEFORE_JOURNAL", "DIES_HALF_WAY", "DIES_AT_THE_END"})
    void deathInAPromotion(Play play) {
        rig.publication().next(play);
        JobId job = rig.submit(Order.named("key-1").bringing("out/*"));

        assertThatThrownBy(() -> rig.advanceBySeconds(5)).isInstanceOf(Death.class);
        rig.restart();

        goesToItsEnd(job);
        assertThat(rig.publication().finished()).hasSize(1);
    }

    @Test
    void deathAtAnyUseOfTheStore() {
        int points = pointsOfALife("key-0");
        assertThat(points).isGreaterThan(100);
        int deaths = 0;
        for (int point = 0; point < points; point += 11) {
            JobId job = rig.submit(Order.named("key-at-" + point).bringing("out/*"));
            deaths += diesAt(point, job) ? 1 : 0;
            rig.restart();
            goesToItsEnd(job);
        }
        assertThat(deaths).isGreaterThan(points / 11 / 2);
    }

    private int pointsOfALife(String key) {
        rig.faults().crashAt(Integer.MAX_VALUE);
        JobId job = rig.submit(Order.named(key).bringing("out/*"));
        goesToItsEnd(job);
        return rig.faults().calls();
    }

    private boolean diesAt(int point, JobId job) {
        rig.faults().crashAt(point);
        try {
            rig.until(
                    "swept",
                    () -> rig.ledger().stage(job).finished()
                            && rig.ledger().attempt(job).swept());
            return false;
        } catch (FaultPlan.Crash died) {
            return true;
        }
    }

    private void goesToItsEnd(JobId job) {
        rig.until(
                "over and swept",
                () -> rig.ledger().stage(job).finished()
                        && rig.ledger().attempt(job).swept());
        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.SUCCEEDED);
        assertThat(rig.ledger().story(job)).containsExactlyElementsOf(WHOLE_STORY);
        assertThat(a.started()).filteredOn(attempt -> attempt.job().equals(job)).hasSize(1);
        assertThat(rig.ledger().slots("a")).isZero();
        assertThat(a.keeps()).isEmpty();
        assertThat(rig.checkout().read("out/app")).isEqualTo("built");
        assertThat(rig.checkout().read("out/lib")).isEqualTo("lib");
        assertThat(log(job)).isEqualTo("output of attempt 1\n");
    }

    private String log(JobId job) {
        try {
            return Files.readString(rig.files().log(new AttemptId(job, 1), OutputSink.Stream.STDOUT));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Test
    @Tag("B69")
    void runningCommandIsFoundAgainAndNotStartedAgain() {
        a.runs();
        JobId job = rig.submit(Order.named("key-1").bringing("out/*"));
        rig.until(job, JobStage.RUNNING);

        for (int life = 0; life < 3; life++) {
            rig.restart();
            rig.advanceBySeconds(3);
        }
        a.exits(0);

        goesToItsEnd(job);
    }

    @Test
    void waitingJobKeepsItsPlaceOverARestart() {
        a.runs();
        JobId running = rig.submit("key-1");
        JobId waiting = rig.submit("key-2");
        rig.until(running, JobStage.RUNNING);

        rig.restart();
        a.exits(0);
        rig.until(waiting, JobStage.SUCCEEDED);

        assertThat(rig.ledger().attempts(waiting)).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"CANCEL", "SWEEP"})
    void cancelIsCarriedToItsEnd(Call call) {
        a.runs();
        JobId job = rig.submit("key-1");
        rig.until(job, JobStage.RUNNING);
        rig.ask(new CancelJob(job, CancelJob.REQUESTED));
        a.once(call, Trouble.deathAfter());

        assertThatThrownBy(() -> rig.advanceBySeconds(5)).isInstanceOf(Death.class);
        rig.restart();
        rig.until("swept", () -> rig.ledger().attempt(job).swept());

        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.CANCELLED);
        assertThat(a.alive()).isEmpty();
        assertThat(rig.ledger().slots("a")).isZero();
    }

    @Test
    void lostJobStaysLostOverARestartAndIsRetriedByTheVerbAlone() {
        a.vanishes();
        JobId job = rig.submit("key-1");
        rig.until(job, JobStage.LOST);

        rig.restart();
        rig.advanceBySeconds(30);
        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.LOST);

        a.exits(0);
        Rig.committed(rig.ask(new JobRetry(job)));
        rig.until(job, JobStage.SUCCEEDED);
        assertThat(a.started()).hasSize(2);
    }

    @Test
    void controllerThatDiesInEveryStageOfOneJobStillEndsIt() {
        for (Call call : List.of(Call.PREPARE, Call.START, Call.FOLLOW, Call.COLLECT)) {
            a.once(call, Trouble.deathBefore()).once(call, Trouble.deathAfter());
        }
        rig.publication().next(Play.DIES_BEFORE_JOURNAL);
        rig.publication().next(Play.DIES_HALF_WAY);
        rig.publication().next(Play.DIES_AT_THE_END);
        JobId job = rig.submit(Order.named("key-1").bringing("out/*"));

        int deaths = 0;
        while (dies()) {
            deaths++;
            rig.restart();
        }

        assertThat(deaths).isEqualTo(11);
        goesToItsEnd(job);
    }

    private boolean dies() {
        try {
            rig.advanceBySeconds(5);
            return false;
        } catch (Death died) {
            return true;
        }
    }
}
