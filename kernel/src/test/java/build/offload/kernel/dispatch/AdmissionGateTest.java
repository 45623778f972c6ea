package build.offload.kernel.dispatch;

import static build.offload.kernel.rig.Answered.host;
import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.rig.Answered;
import build.offload.kernel.rig.Call;
import build.offload.kernel.rig.Order;
import build.offload.kernel.rig.Rig;
import build.offload.kernel.rig.RigExtension;
import build.offload.kernel.rig.Trouble;
import build.offload.kernel.transition.Outcome;
import build.offload.kernel.transition.Transition.BoxDrain;
import build.offload.kernel.transition.Transition.BoxRestore;
import build.offload.kernel.transition.Transition.CancelJob;
import build.offload.kernel.transition.Transition.JobRetry;
import build.offload.kernel.transition.Transition.SubmitJob;
import build.offload.spi.executor.ExecutorException.Kind;
import build.offload.spi.frontend.EventView;
import build.offload.spi.model.HostState;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A drain that committed first always wins; what was admitted before it goes on (D27–D34). */
@ExtendWith(RigExtension.class)
class AdmissionGateTest {

    private static final BoxDrain DRAIN = new BoxDrain(host("a"), OptionalLong.empty());

    private final Rig rig;

    AdmissionGateTest(Rig rig) {
        this.rig = rig;
        rig.enrolled("a", 1);
    }

    @Test
    @Tag("D27")
    void passThatBeganBeforeTheDrainFindsTheHostClosedWhenItCommits() {
        JobId job = rig.submit("key-1");

        List<Outcome> outcomes = rig.askInOneBatch(List.of(DRAIN, rig.plan(64)));

        assertThat(outcomes.get(0)).isInstanceOf(Outcome.Committed.class);
        assertThat(outcomes.get(1)).isInstanceOf(Outcome.Refused.class);
        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.WAITING);
        assertThat(rig.ledger().attempts(job)).isZero();
        assertThat(rig.ledger().slots("a")).isZero();
    }

    @Test
    @Tag("D27")
    void anotherHostStillTakesTheJob() {
        rig.enrolled("b", 1);
        JobId job = rig.submit("key-1");

        rig.askInOneBatch(List.of(DRAIN, rig.plan(64)));
        rig.answered(rig.plan(64));

        assertThat(rig.ledger().attempt(job).host()).isEqualTo(host("b"));
    }

    @Test
    @Tag("D27")
    void jobBehindTheOneWhoseHostWasDrainedDoesNotOvertakeIt() {
        rig.enrolled("b", 1);
        JobId first = rig.submit("key-1");
        JobId second = rig.submit("key-2");

        rig.askInOneBatch(List.of(DRAIN, rig.plan(64)));
        assertThat(rig.ledger().attempts(second)).isZero();

        rig.answered(rig.plan(64));
        assertThat(rig.ledger().attempt(first).host()).isEqualTo(host("b"));
        assertThat(rig.ledger().attempts(second)).isZero();
    }

    @Test
    @Tag("D28")
    void placementThatCommittedFirstKeepsItsSlotAndRuns() {
        JobId job = rig.submit("key-1");

        List<Outcome> outcomes = rig.askInOneBatch(List.of(rig.plan(64), DRAIN));

        assertThat(outcomes).allMatch(Outcome.Committed.class::isInstance);
        assertThat(rig.ledger().slots("a")).isEqualTo(1);
        rig.until(job, JobStage.SUCCEEDED);
        assertThat(rig.ledger().attempts(job)).isEqualTo(1);
    }

    @Test
    @Tag("D28")
    @Tag("B09")
    void overManyRoundsNothingIsPlacedOnAHostThatWasDrainedBefore() {
        Random random = new Random(7);
        int placedFirst = 0;
        for (int round = 0; round < 60; round++) {
            JobId job = rig.submit("key-" + round);
            boolean placesFirst = random.nextBoolean();
            rig.askInOneBatch(placesFirst ? List.of(rig.plan(64), DRAIN) : List.of(DRAIN, rig.plan(64)));
            placedFirst += rig.ledger().slots("a");
            assertThat(rig.ledger().slots("a")).isEqualTo(placesFirst ? 1 : 0);
            assertThat(rig.answered(rig.plan(64)).code()).isEqualTo("nothing-to-place");
            rig.ask(new CancelJob(job, CancelJob.REQUESTED));
            rig.tick();
            Rig.committed(rig.ask(new BoxRestore(host("a"), OptionalLong.empty())));
            rig.observed("a", Optional.empty());
            assertThat(rig.ledger().slots("a")).isZero();
        }
        assertThat(placedFirst).as("both orders occurred").isBetween(15, 45);
        assertThat(placementsWhileDraining()).isEmpty();
    }

    private List<EventView> placementsWhileDraining() {
        boolean[] draining = {false};
        return rig.ledger().events().stream()
                .filter(event -> {
                    if (event.type().equals("host-control")) {
                        draining[0] = event.reason().equals("box-drain");
                    }
                    return draining[0] && event.type().equals("job-placed");
                })
                .toList();
    }

    @Test
    @Tag("D30")
    void retryOntoADrainingHostWaitsAtTheSameGate() {
        rig.host("a").vanishes();
        JobId job = rig.submit("key-1");
        rig.until(job, JobStage.LOST);
        rig.until("swept", () -> rig.ledger().attempt(job).swept());
        rig.ask(DRAIN);

        Rig.committed(rig.ask(new JobRetry(job)));
        rig.advanceBySeconds(3);

        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.WAITING);
        assertThat(rig.ledger().attempts(job)).isEqualTo(1);
    }

    @Test
    @Tag("D30")
    void attemptThatNeverStartedIsNotPutBackOntoItsHostOnceThatDrains() {
        rig.host("a").once(Call.PREPARE, Trouble.failing(Kind.DISK_FULL));
        JobId job = rig.submit("key-1");
        rig.answered(rig.plan(64));
        rig.ask(DRAIN);

        rig.advanceBySeconds(3);

        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.WAITING);
        assertThat(rig.ledger().attempts(job)).isEqualTo(1);
    }

    @Test
    @Tag("D31")
    void sameSubmissionAgainAttachesWhileTheHostDrains() {
        rig.host("a").runs();
        JobId job = rig.submit("key-1");
        rig.until(job, JobStage.RUNNING);
        rig.ask(DRAIN);

        Answered again = rig.answered(new SubmitJob(rig.capture(Order.named("key-1"))));
        Answered other =
                rig.answered(new SubmitJob(rig.capture(Order.named("key-1").running("cargo", "build"))));

        assertThat(again.result())
                .containsEntry("attached", true)
                .containsEntry("changed", false)
                .containsEntry("stage", "running");
        assertThat(other.code()).isEqualTo("identity-conflict");
        assertThat(rig.ledger().slots("a")).isEqualTo(1);
    }

    @Test
    @Tag("D32")
    void workAdmittedBeforeTheDrainGoesThroughToItsPromotion() {
        rig.host("a").runs().leaves("out/app", "built");
        JobId job = rig.submit(Order.named("key-1").bringing("out/*"));
        rig.until(job, JobStage.RUNNING);
        rig.ask(DRAIN);

        rig.host("a").exits(0);
        rig.until(job, JobStage.SUCCEEDED);

        assertThat(rig.checkout().read("out/app")).isEqualTo("built");
        assertThat(rig.host("a").calls())
                .filteredOn(call -> call.startsWith("CANCEL"))
                .hasSizeLessThanOrEqualTo(1);
    }

    @Test
    @Tag("D33")
    void cancelDuringADrainGivesTheSlotBack() {
        rig.host("a").runs();
        JobId job = rig.submit("key-1");
        rig.until(job, JobStage.RUNNING);
        rig.ask(DRAIN);

        rig.ask(new CancelJob(job, CancelJob.REQUESTED));
        rig.until(job, JobStage.CANCELLED);

        assertThat(rig.ledger().slots("a")).isZero();
        rig.until("a", HostState.MAINTENANCE);
    }
}
