package build.offload.kernel.dispatch;

import static build.offload.kernel.rig.Answered.host;
import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.rig.Answered;
import build.offload.kernel.rig.MemoryFolder;
import build.offload.kernel.rig.Order;
import build.offload.kernel.rig.Rig;
import build.offload.kernel.rig.RigSettings;
import build.offload.kernel.rig.ScriptedHost;
import build.offload.kernel.store.IncidentRow;
import build.offload.kernel.store.LeaseRow;
import build.offload.kernel.store.SqliteBackend;
import build.offload.kernel.transition.SpillJob;
import build.offload.kernel.transition.Transition.BoxDrain;
import build.offload.kernel.transition.Transition.CancelJob;
import build.offload.kernel.transition.Transition.RecallSpill;
import build.offload.kernel.transition.Transition.SetDesiredMode;
import build.offload.spi.executor.ExecutorException.Kind;
import build.offload.spi.model.HostState;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The laptop takes a job itself under a lease, when every builder is overloaded and the queue is longer than the fleet. */
class SpillTest {

    private static final String LAPTOP = "laptop";

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private Rig rig;
    private ScriptedHost laptop;

    @BeforeEach
    void start() {
        begin(folder, DispatchPolicy.standard());
    }

    private void begin(Path at, DispatchPolicy policy) {
        rig = new Rig(at, RigSettings.standard().with(policy));
        laptop = rig.ownWorkstation(LAPTOP);
        laptop.runs();
    }

    /** Begin anew under another policy. */
    private void beginAnew(boolean enabled, int jobs) throws IOException {
        rig.close();
        DispatchPolicy usual = DispatchPolicy.standard();
        begin(
                Files.createDirectories(folder.resolve("anew")),
                new DispatchPolicy(
                        enabled,
                        usual.staleAfter(),
                        usual.overloadFactor(),
                        usual.placementsPerPass(),
                        usual.wedgeAfter(),
                        new DispatchPolicy.LeaseTerms(Duration.ofMinutes(10), jobs)));
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    /** Enrol one builder and have it build for ever. */
    private void oneBusyBuilder() {
        rig.enrolled("a", 1).runs();
        rig.until(rig.submit("first"), JobStage.RUNNING);
    }

    private Optional<LeaseRow> lease() {
        return rig.ledger().read(tx -> tx.leases().of(host(LAPTOP)));
    }

    private boolean onLaptop(JobId job) {
        return rig.ledger()
                .<Boolean>read(tx -> tx.jobs().activeAttempts(host(LAPTOP)).stream()
                        .anyMatch(attempt -> attempt.id().job().equals(job)));
    }

    private boolean waits(JobId job) {
        return rig.ledger().stage(job) == JobStage.WAITING;
    }

    @Test
    @Tag("B22")
    @Tag("B34")
    void oldestJobSpillsOnceTheQueueIsLongerThanTheOverloadedFleet() {
        oneBusyBuilder();
        JobId second = rig.submit("second");
        rig.advanceBySeconds(5);
        assertThat(waits(second)).as("as many wait as there are builders").isTrue();
        assertThat(lease()).isEmpty();

        JobId third = rig.submit("third");
        rig.until(second, JobStage.RUNNING);
        rig.submit("fourth");
        rig.advanceBySeconds(5);

        assertThat(onLaptop(second)).isTrue();
        assertThat(waits(third)).as("the lease admits one job").isTrue();
        assertThat(lease()).hasValueSatisfying(granted -> {
            assertThat(granted.active(rig.clock().now())).isTrue();
            assertThat(granted.reason()).isEqualTo("overloaded");
            assertThat(granted.jobsLeft()).isZero();
            assertThat(granted.expiresAt()).isEqualTo(granted.grantedAt().plus(Duration.ofMinutes(10)));
        });
        assertThat(rig.ledger().story(second)).contains("job-placed/spilled");
    }

    @Test
    void anotherMachinesLaptopIsNotSweptFromHere() {
        oneBusyBuilder();
        JobId spilled = rig.submit("second");
        rig.submit("third");
        rig.until(spilled, JobStage.RUNNING);
        String own = rig.processes().machineId();

        belongsTo("another-machine");
        laptop.exits(0);
        rig.until(spilled, JobStage.SUCCEEDED);
        rig.advanceBySeconds(5);
        assertThat(laptop.calls()).noneMatch(call -> call.startsWith("SWEEP"));
        assertThat(rig.ledger().attempt(spilled).swept()).isFalse();

        belongsTo(own);
        rig.until("swept", () -> rig.ledger().attempt(spilled).swept());
    }

    private void belongsTo(String machine) {
        new SqliteBackend(rig.folder())
                .tamper("UPDATE host SET machine_id = '" + machine + "' WHERE name = '" + LAPTOP + "'");
    }

    @Test
    @Tag("B22")
    void hostThatIsDownOrDrainedIsNoReasonToSpill() {
        rig.enrolled("a", 1).falls(Kind.UNREACHABLE);
        rig.enrolled("b", 1);
        rig.answered(new BoxDrain(host("b"), OptionalLong.empty()));

        List<JobId> jobs = List.of(rig.submit("1"), rig.submit("2"), rig.submit("3"));
        rig.advanceBySeconds(60);

        assertThat(jobs).allMatch(this::waits);
        assertThat(lease()).isEmpty();
    }

    @Test
    void blockedJobsDoNotCountAndNoBuilderIsNoOverload() {
        JobId alone = rig.submit("alone");
        rig.advanceBySeconds(5);
        assertThat(waits(alone)).isTrue();
        rig.answered(new CancelJob(alone, CancelJob.REQUESTED));

        oneBusyBuilder();
        JobId second = rig.submit("second");
        rig.submit(Order.named("never").needing("cobol", "*"));
        rig.submit(Order.named("never either").needing("cobol", "*"));
        rig.advanceBySeconds(5);

        assertThat(waits(second)).isTrue();
        assertThat(lease()).isEmpty();
    }

    @Test
    void jobThatTheLaptopCannotTakeLetsALaterOneSpill() {
        rig.enrolled("a", 1).has("gcc", "12.2.0").runs();
        rig.until(rig.submit("first"), JobStage.RUNNING);
        JobId needy = rig.submit(Order.named("needy").needing("gcc", ">=10"));
        JobId kept = rig.submit(Order.named("kept").local(true, false));
        JobId plain = rig.submit("plain");

        rig.until(plain, JobStage.RUNNING);

        assertThat(onLaptop(plain)).isTrue();
        assertThat(waits(needy) && waits(kept)).isTrue();
    }

    @Test
    void builderThatIsFreeAgainTakesTheNextAndRunningSpillIsLeftAlone() {
        oneBusyBuilder();
        JobId second = rig.submit("second");
        JobId third = rig.submit("third");
        rig.until(second, JobStage.RUNNING);

        rig.host("a").exits(0);
        rig.until(third, JobStage.SUCCEEDED);

        assertThat(rig.ledger().stage(second)).isEqualTo(JobStage.RUNNING);
        laptop.exits(0);
        rig.until(second, JobStage.SUCCEEDED);
        assertThat(lease().orElseThrow().jobsLeft()).isZero();
    }

    @Test
    void leaseExpiresWhileItsJobStillRunsAndThatIsOneIncidentUntilItEnds() {
        oneBusyBuilder();
        JobId second = rig.submit("second");
        rig.submit("third");
        rig.until(second, JobStage.RUNNING);
        long revision = rig.ledger().revision();

        rig.clock().advance(Duration.ofMinutes(9));
        rig.advanceBySeconds(70);

        assertThat(lease().orElseThrow().state()).isEqualTo(LeaseRow.State.EXPIRED);
        assertThat(rig.ledger().revision()).isGreaterThan(revision);
        assertThat(open()).singleElement().satisfies(incident -> {
            assertThat(incident.kind()).isEqualTo("spill-stale");
            assertThat(incident.message()).contains(second + ".1", "offload recall");
        });
        assertThat(rig.ledger().stage(second)).isEqualTo(JobStage.RUNNING);

        rig.host("a").exits(0);
        rig.advanceBySeconds(20);
        laptop.exits(0);
        rig.until(second, JobStage.SUCCEEDED);
        rig.advanceBySeconds(2);
        assertThat(open()).isEmpty();
        assertThat(lease().orElseThrow().expired(rig.clock().now())).isTrue();
    }

    private List<IncidentRow> open() {
        return rig.ledger().read(tx -> tx.incidents().open());
    }

    @Test
    void recallLetsRunningSpillEndAndKeepsTheNextLeaseUntilTheTimeOfThisOneIsUp() throws IOException {
        beginAnew(true, 2);
        oneBusyBuilder();
        JobId second = rig.submit("second");
        rig.submit("third");
        rig.until(second, JobStage.RUNNING);
        assertThat(lease().orElseThrow().jobsLeft()).isEqualTo(1);

        Answered recalled = rig.answered(new RecallSpill(Optional.of(host(LAPTOP))));

        assertThat(recalled.json())
                .isEqualTo("{\"changed\":true,\"hosts\":[\"laptop\"],\"pending\":[\"spill\"],\"running\":[\"" + second
                        + ".1\"]}");
        assertThat(recalled.story()).containsExactly("spill-recalled/active");
        assertThat(recalled.moved()).isEqualTo(1);
        assertThat(rig.answered(new RecallSpill(Optional.empty())).changed()).isFalse();
        laptop.exits(0);
        rig.until(second, JobStage.SUCCEEDED);
        rig.submit("fourth");
        rig.advanceBySeconds(60);
        assertThat(lease().orElseThrow().state()).isEqualTo(LeaseRow.State.RECALLED);

        rig.clock().advance(Duration.ofMinutes(10));
        rig.until("granted anew", () -> lease().orElseThrow().active(rig.clock().now()));
    }

    @Test
    @Tag("B34")
    void leaseOfNoJobsLetsTheOverrideAloneThrough() throws IOException {
        beginAnew(true, 0);
        oneBusyBuilder();
        JobId second = rig.submit("second");
        JobId third = rig.submit("third");
        rig.advanceBySeconds(5);
        assertThat(waits(second) && waits(third)).isTrue();

        JobId forced = rig.submit(Order.named("forced").local(false, true));
        rig.until(forced, JobStage.RUNNING);
        assertThat(onLaptop(forced)).isTrue();
    }

    @Test
    @Tag("B34")
    void overrideTakesTheLaptopWhenNoBuilderCanStartItAndNeverLocalBeatsIt() {
        oneBusyBuilder();

        JobId kept = rig.submit(Order.named("kept").local(true, true));
        JobId forced = rig.submit(Order.named("forced").local(false, true));
        rig.until(forced, JobStage.RUNNING);

        assertThat(onLaptop(forced)).isTrue();
        assertThat(waits(kept)).isTrue();
        assertThat(rig.ledger().story(forced)).contains("job-placed/local-override");
        assertThat(lease().orElseThrow().reason()).isEqualTo("local-override");
    }

    @Test
    void overrideGoesToABuilderThatCanStartItAtOnce() {
        rig.enrolled("a", 1).runs();

        JobId job = rig.submit(Order.named("forced").local(false, true));
        rig.until(job, JobStage.RUNNING);

        assertThat(onLaptop(job)).isFalse();
        assertThat(lease()).isEmpty();
    }

    @Test
    void overrideHoldsWhileTheConfigurationIsBrokenAndNothingElseDoes() throws IOException {
        beginAnew(false, 1);
        rig.enrolled("a", 1);

        JobId plain = rig.submit("plain");
        JobId forced = rig.submit(Order.named("forced").local(false, true));
        rig.until(forced, JobStage.RUNNING);

        assertThat(onLaptop(forced)).isTrue();
        assertThat(waits(plain)).isTrue();
    }

    @Test
    void desiredModeThatClosesAdmissionClosesTheLaptopToo() {
        rig.answered(new SetDesiredMode(HostState.MAINTENANCE));

        JobId forced = rig.submit(Order.named("forced").local(false, true));
        rig.advanceBySeconds(5);

        assertThat(waits(forced)).isTrue();
        assertThat(rig.answered(new SpillJob(forced, host(LAPTOP))).code()).isEqualTo("admission-closed");
    }

    @Test
    void whatAllowsItIsAskedAgainInTheTransaction() {
        rig.enrolled("a", 1).runs();
        JobId running = rig.submit("first");
        rig.until(running, JobStage.RUNNING);
        JobId waiting = rig.submit("second");
        rig.tick();

        assertThat(rig.answered(new SpillJob(waiting, host(LAPTOP))).code()).isEqualTo("not-overloaded");
        assertThat(rig.answered(new SpillJob(running, host(LAPTOP))).code()).isEqualTo("not-waiting");
        assertThat(rig.answered(new SpillJob(waiting, host("a"))).code()).isEqualTo("no-workstation");
    }
}
