package build.offload.kernel.dispatch;

import static build.offload.kernel.rig.Answered.host;
import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.rig.Answered;
import build.offload.kernel.rig.MemoryFolder;
import build.offload.kernel.rig.Order;
import build.offload.kernel.rig.Rig;
import build.offload.kernel.rig.RigSettings;
import build.offload.kernel.rig.ScriptedHost;
import build.offload.kernel.store.SqliteBackend;
import build.offload.kernel.store.TicketRow;
import build.offload.kernel.transition.Transition.BoxDrain;
import build.offload.kernel.transition.Transition.HostSilent;
import build.offload.kernel.transition.Transition.RemoveHost;
import build.offload.kernel.transition.Transition.SetDesiredMode;
import build.offload.kernel.transition.Transition.SubmitJob;
import build.offload.spi.frontend.EventView;
import build.offload.spi.model.HostState;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which waiting job goes where, and why another does not. */
class PlacementTest {

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private Rig rig;

    @BeforeEach
    void start() {
        rig = new Rig(folder);
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    @Test
    void jobGoesToTheHostWithTheMostFreeSlots() {
        rig.enrolled("a", 1);
        rig.enrolled("b", 3);

        assertThat(placed("key-1")).isEqualTo("b");
        assertThat(placed("key-2")).isEqualTo("b");
        assertThat(placed("key-3"))
                .as("one slot free on each, the same load: by name")
                .isEqualTo("a");
    }

    @Test
    void amongHostsWithEquallyManyFreeSlotsTheLessLoadedTakesIt() {
        rig.host("a").load(6.0, 8);
        rig.host("b").load(5.0, 16);
        rig.enrolled("a", 1);
        rig.enrolled("b", 1);

        assertThat(placed("key-1")).isEqualTo("b");
    }

    @Test
    void placementReservesAndSaysSo() {
        rig.enrolled("a", 1);
        JobId job = rig.submit("key-1");
        rig.clock().advance(Duration.ofMillis(1500));

        Answered pass = rig.answered(rig.plan(64));

        assertThat(pass.json()).isEqualTo("{\"changed\":true,\"placed\":1}");
        assertThat(pass.moved()).isZero();
        assertThat(pass.events()).singleElement().satisfies(event -> {
            assertThat(event.type()).isEqualTo("job-placed");
            assertThat(event.stage()).isEqualTo("preparing");
            assertThat(event.job()).isEqualTo(job.value());
            assertThat(event.host()).isEqualTo("a");
            assertThat(event.attempt()).isEqualTo(1);
            assertThat(event.durationSeconds()).isEqualTo(1.5);
        });
        assertThat(rig.ledger().slots("a")).isEqualTo(1);
        assertThat(rig.ledger().ticket(job)).isEmpty();
        assertThat(rig.ledger().attempt(job).active()).isTrue();
    }

    @Test
    void ticketOfAControllerThatIsGoneIsPassedOverUntilItIsBack() {
        rig.enrolled("a", 1);
        JobId theirs = rig.submit("key-1");
        JobId ours = rig.submit("key-2");
        SqliteBackend outside = new SqliteBackend(folder);
        outside.tamper("INSERT INTO controller SELECT 'other', 1, boot_id, pid, start_ticks, heartbeat_at - 60000,"
                + " started_at FROM controller;"
                + " UPDATE ticket SET controller_id = 'other' WHERE job = '" + theirs.value() + "'");

        rig.answered(rig.plan(64));
        assertThat(rig.ledger().ticket(theirs)).as("keeps its place").isPresent();
        assertThat(rig.ledger().ticket(ours)).isEmpty();

        rig.enrolled("b", 1);
        outside.tamper(
                "UPDATE controller SET heartbeat_at = " + rig.clock().now().toEpochMilli() + " WHERE id = 'other'");
        rig.answered(rig.plan(64));
        assertThat(rig.ledger().ticket(theirs)).isEmpty();
    }

    @Test
    void passThatWouldChangeNothingIsRefusedAndNotJournaled() {
        rig.enrolled("a", 1);
        long intents = rig.ledger().read(tx -> tx.intents().lastId());

        assertThat(rig.answered(rig.plan(64)).code()).isEqualTo("nothing-to-place");
        assertThat(rig.ledger().<Long>read(tx -> tx.intents().lastId())).isEqualTo(intents);
    }

    @Test
    void passIsBoundedInPlacementsAndTheNextGoesOn() {
        rig.enrolled("a", 8);
        for (int i = 0; i < 5; i++) {
            rig.submit("key-" + i);
        }

        assertThat(rig.answered(rig.plan(3)).result()).containsEntry("placed", 3L);
        assertThat(rig.answered(rig.plan(3)).result()).containsEntry("placed", 2L);
    }

    @Test
    void jobsArePlacedInTheOrderTheyCame() {
        rig.enrolled("a", 1).runs();
        List<JobId> jobs = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            jobs.add(rig.submit("key-" + i));
        }
        rig.tick();
        rig.host("a").exits(0);
        rig.advanceBySeconds(10);

        assertThat(rig.ledger().events().stream()
                        .filter(event -> event.type().equals("job-placed"))
                        .map(EventView::job))
                .containsExactlyElementsOf(jobs.stream().map(JobId::value).toList());
    }

    @Test
    void slotsAreNeverTakenTwice() {
        rig.enrolled("a", 2).runs();
        rig.enrolled("b", 3).runs();
        for (int i = 0; i < 20; i++) {
            rig.submit("key-" + i);
        }

        rig.advanceBySeconds(3);

        assertThat(rig.ledger().slots("a")).isEqualTo(2);
        assertThat(rig.ledger().slots("b")).isEqualTo(3);
        assertThat(rig.ledger().<Integer>read(tx -> tx.queue().tickets().size()))
                .isEqualTo(15);
    }

    @Test
    @Tag("B21")
    void withoutABuilderAJobWaitsAndIsToldThatNoneIsEligible() {
        Answered submitted = rig.answered(new SubmitJob(rig.capture(Order.named("key-1"))));

        assertThat(submitted.result()).containsEntry("eligibleHosts", 0L).containsEntry("stage", "waiting");
        rig.advanceBySeconds(5);
        JobId job = rig.capture(Order.named("key-1")).id();
        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.WAITING);
    }

    @Test
    @Tag("B28")
    void jobThatNoHostCanEverTakeIsToldAtOnceWhatIsMissing() {
        rig.host("a").has("java", "17.0.1");
        rig.enrolled("a", 1);

        Answered submitted =
                rig.answered(new SubmitJob(rig.capture(Order.named("key-1").needing("gpu-x", "*"))));

        assertThat(submitted.result())
                .containsEntry("changed", true)
                .containsEntry("missing", List.of("it has no gpu-x (no probe looks for it; a plugin can)"))
                .containsEntry("eligibleHosts", 0L);
        assertThat(submitted.story()).containsExactly("job-submitted/capability-missing");
    }

    @Test
    @Tag("B28")
    void blockedTicketDoesNotHoldUpThoseBehindIt() {
        rig.enrolled("a", 1);
        JobId blocked = rig.submit(Order.named("key-1").needing("gpu-x", "*"));
        JobId behind = rig.submit("key-2");

        rig.tick();

        assertThat(rig.ledger().stage(behind)).isEqualTo(JobStage.SUCCEEDED);
        assertThat(rig.ledger().ticket(blocked).orElseThrow().state()).isEqualTo(TicketRow.State.BLOCKED);
    }

    @Test
    @Tag("B28")
    void hostThatNeverGetsReadyDoesNotMakeTheImpossibleWait() {
        rig.enrolled("a", 1);
        rig.host("b").lacksRequired("git");
        Rig.committed(rig.enrol("b", 1));
        JobId early = rig.submit(Order.named("key-1").needing("gpu-x", "*"));
        assertThat(rig.ledger().ticket(early).orElseThrow().state())
                .as("nothing is known of the new host yet")
                .isEqualTo(TicketRow.State.WAITING);

        rig.advanceBySeconds(5);

        assertThat(rig.ledger().host("b").enrolling()).isTrue();
        assertThat(rig.ledger().ticket(early).orElseThrow().state()).isEqualTo(TicketRow.State.BLOCKED);
    }

    @Test
    @Tag("B28")
    @Tag("B11")
    void jobWhoseOnlyHostIsInMaintenanceWaitsAndDoesNotHoldUpTheNext() {
        rig.host("a").has("java", "21.0.2");
        rig.enrolled("a", 1);
        rig.enrolled("b", 1);
        rig.answered(new BoxDrain(host("a"), OptionalLong.empty()));
        rig.until("a", HostState.MAINTENANCE);
        JobId head = rig.submit(Order.named("key-1").needing("java", ">=21"));
        JobId next = rig.submit("key-2");

        rig.tick();

        assertThat(rig.ledger().ticket(head).orElseThrow().state()).isEqualTo(TicketRow.State.WAITING);
        assertThat(rig.ledger().stage(next)).isEqualTo(JobStage.SUCCEEDED);
    }

    @Test
    @Tag("B28")
    void blockedTicketIsFreedByAHostThatHasItAllAndKeepsItsPlace() {
        rig.enrolled("a", 1);
        JobId job = rig.submit(Order.named("key-1").needing("java", ">=21 <26"));
        rig.host("b").has("java", "21.0.2");

        rig.enrolled("b", 1);
        rig.advanceBySeconds(2);

        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.SUCCEEDED);
        assertThat(rig.ledger().attempt(job).host()).isEqualTo(host("b"));
    }

    @Test
    void waitingTicketIsBlockedWhenTheLastHostThatCouldTakeItLeaves() {
        rig.enrolled("a", 1);
        rig.host("b").has("java", "21.0.2").runs();
        rig.enrolled("b", 1);
        rig.answered(new BoxDrain(host("b"), OptionalLong.empty()));
        JobId job = rig.submit(Order.named("key-1").needing("java", "*"));
        rig.answered(new RemoveHost(host("b")));

        Answered pass = rig.answered(rig.plan(64));

        assertThat(pass.story()).containsExactly("ticket-blocked/capability-missing");
        assertThat(rig.ledger().ticket(job).orElseThrow().detail())
                .contains("it has no java (no probe looks for it; a plugin can)");
    }

    @Test
    void versionThatIsTooOldIsNamedWithTheOneThatIsNeeded() {
        rig.host("a").has("java", "17.0.9");
        rig.enrolled("a", 1);
        JobId job = rig.submit(Order.named("key-1").needing("java", ">=21"));

        assertThat(rig.ledger().ticket(job).orElseThrow().detail())
                .contains("it has java 17.0.9, the job needs java >=21");
    }

    @Test
    void hostWhoseProbeDoesNotFindTheProgramTakesNoJobOfIt() {
        rig.host("a").lacks("cargo");
        rig.enrolled("a", 1);
        rig.enrolled("b", 1);

        JobId job = rig.submit(Order.named("key-1").running("/usr/bin/cargo", "build"));
        rig.tick();

        assertThat(rig.ledger().attempt(job).host()).isEqualTo(host("b"));
    }

    @Test
    void excludedHostTakesNothingOfThatJob() {
        rig.enrolled("a", 4);
        rig.enrolled("b", 1);

        JobId job = rig.submit(Order.named("key-1").notOn("a"));
        rig.tick();

        assertThat(rig.ledger().attempt(job).host()).isEqualTo(host("b"));
    }

    @Test
    void ofEqualHostsTheOneThatHasTheCheckoutTakesItsNextBuild() {
        ScriptedHost a = rig.enrolled("a", 1);
        ScriptedHost b = rig.enrolled("b", 1);
        rig.until(rig.submit(Order.named("key-1").notOn("a")), JobStage.SUCCEEDED);
        rig.until("swept", () -> rig.ledger().slots("b") == 0);

        JobId there = rig.submit("key-2");
        rig.until(there, JobStage.SUCCEEDED);

        assertThat(rig.ledger().attempt(there).host()).isEqualTo(host("b"));

        // and load comes first, but for a difference that says nothing
        b.load(0.6, 8);
        rig.advanceBySeconds(20);
        JobId again = rig.submit("key-3");
        rig.until(again, JobStage.SUCCEEDED);
        assertThat(rig.ledger().attempt(again).host()).isEqualTo(host("b"));
        b.load(6, 8);
        a.load(0.5, 8);
        rig.advanceBySeconds(20);
        JobId elsewhere = rig.submit("key-4");
        rig.until(elsewhere, JobStage.SUCCEEDED);
        assertThat(rig.ledger().attempt(elsewhere).host()).isEqualTo(host("a"));
    }

    @Test
    @Tag("B25")
    void hostTakesJobsUpToExactlyTheAgeOfItsLastAnswerThatIsAllowed() {
        rig.enrolled("a", 2);
        rig.submit("key-1");
        rig.submit("key-2");
        Duration bound = DispatchPolicy.standard().staleAfter();

        rig.clock().advance(bound);
        assertThat(rig.answered(rig.plan(1)).result()).containsEntry("placed", 1L);

        rig.clock().advance(Duration.ofMillis(1));
        assertThat(rig.answered(rig.plan(1)).code()).isEqualTo("nothing-to-place");

        rig.observed("a", Optional.empty());
        assertThat(rig.answered(rig.plan(1)).result()).containsEntry("placed", 1L);
    }

    @Test
    @Tag("B19")
    void hostThatFellSilentTakesNothingFromThatMoment() {
        rig.enrolled("a", 4);
        rig.enrolled("b", 1);
        rig.answered(new HostSilent(host("a"), "no route"));

        assertThat(placed("key-1")).isEqualTo("b");
    }

    @Test
    void clusterThatIsToDrainPlacesNothingAndGoesOnWhenItIsNot() {
        rig.enrolled("a", 1);
        rig.answered(new SetDesiredMode(HostState.DRAINING));
        JobId job = rig.submit("key-1");

        rig.advanceBySeconds(3);
        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.WAITING);

        rig.answered(new SetDesiredMode(HostState.AVAILABLE));
        rig.tick();
        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.SUCCEEDED);
    }

    @Test
    void disabledControllerPlacesNothing() {
        rig.close();
        DispatchPolicy off = new DispatchPolicy(false, Duration.ofSeconds(45), 1.5, 64, Duration.ofSeconds(30));
        rig = new Rig(folder, RigSettings.standard().with(off));
        rig.enrolled("a", 1);

        JobId job = rig.submit("key-1");
        rig.advanceBySeconds(3);

        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.WAITING);
    }

    @Test
    void workstationTakesNoJob() {
        rig.enterWorkstation("laptop");

        JobId job = rig.submit("key-1");
        rig.advanceBySeconds(3);

        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.WAITING);
    }

    private String placed(String key) {
        JobId job = rig.submit(key);
        rig.answered(rig.plan(64));
        return rig.ledger().attempt(job).host().value();
    }
}
