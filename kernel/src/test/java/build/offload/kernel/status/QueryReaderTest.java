package build.offload.kernel.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.kernel.store.CircuitRow;
import build.offload.kernel.store.ControlRow;
import build.offload.kernel.store.FaultPlan.Point;
import build.offload.kernel.store.GateRow;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.JobRow.Ending;
import build.offload.spi.executor.BuildHost.OutputFile;
import build.offload.spi.executor.HostIdentity;
import build.offload.spi.frontend.Controller.NotFoundException;
import build.offload.spi.frontend.Controller.StoreUnavailableException;
import build.offload.spi.frontend.EventView;
import build.offload.spi.frontend.GarbageView;
import build.offload.spi.frontend.HealthView;
import build.offload.spi.frontend.HostView;
import build.offload.spi.frontend.JobView;
import build.offload.spi.frontend.JobView.Conflict;
import build.offload.spi.frontend.JobView.Why;
import build.offload.spi.frontend.Query;
import build.offload.spi.frontend.Query.EventPage;
import build.offload.spi.frontend.Query.PluginView;
import build.offload.spi.frontend.Query.WaitingReason;
import build.offload.spi.model.HostGate;
import build.offload.spi.model.HostMode;
import build.offload.spi.model.HostName;
import build.offload.spi.model.HostRole;
import build.offload.spi.model.HostState;
import build.offload.spi.model.InfraFailure;
import build.offload.spi.model.InvalidValueException;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import build.offload.spi.model.OutputPath;
import build.offload.spi.model.PublicationPhase;
import build.offload.spi.probe.CapabilityProbe.HostLoad;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueryReaderTest {

    private static final PluginView PLUGIN = new PluginView("ssh", "executor", "1", "bundled", Optional.of("broken"));

    private static final JobId UNKNOWN = new JobId("0".repeat(64));

    private Cluster cluster;
    private QueryReader reader;

    private static final HealthView.Configuration CONFIGURATION = new HealthView.Configuration(
            HealthView.ConfigurationState.BROKEN, Optional.of("config.toml:3: nonsense"), List.of("port"));

    private static final Instant REAPED = Instant.ofEpochSecond(7);

    @BeforeEach
    void open() {
        cluster = new Cluster();
        reader = reader();
    }

    private QueryReader reader() {
        return new QueryReader(
                cluster.store(),
                cluster.source(),
                new QueryReader.Outside(
                        new ControllerIdentity(Cluster.CONTROLLER, 3, "0.1"),
                        () -> List.of(PLUGIN),
                        cluster::condition,
                        () -> CONFIGURATION,
                        attempt -> Path.of("/state/staging", attempt.toString()),
                        () -> Optional.of(REAPED),
                        () -> Optional.of(Instant.EPOCH),
                        asked -> {
                            throw new AssertionError("nobody asks for " + asked);
                        },
                        () -> new GarbageView(List.of(), 0, 0),
                        _ -> Optional.empty()));
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void aHostIsShownWithItsModeBesideItsState() {
        HostName host = cluster.host("a", HostRole.BUILDER, true, false);
        cluster.control(host, HostMode.DRAINING, 4);
        cluster.find(host, "java", true, Optional.of("25"));
        cluster.open(host, "cargo", CircuitRow.State.HALF_OPEN);
        cluster.answer(host, Optional.of(new HostLoad(0.5, 8)));
        JobRow job = cluster.place(cluster.submit("k"), host);

        HostView view = reader.query(new Query.HostByName(host));

        assertThat(view.state()).isEqualTo(HostState.AVAILABLE);
        assertThat(view.mode()).isEqualTo(HostMode.DRAINING);
        assertThat(view.controlVersion()).isEqualTo(4);
        assertThat(view.primary()).isTrue();
        assertThat(view.slots()).isEqualTo(2);
        assertThat(view.slotsUsed()).isEqualTo(1);
        assertThat(view.load1()).hasValue(0.5);
        assertThat(view.cores()).hasValue(8);
        assertThat(view.observedAt()).hasValue(cluster.now());
        assertThat(view.probes())
                .singleElement()
                .satisfies(probe -> assertThat(probe.command()).isEqualTo("java"));
        assertThat(view.circuits())
                .containsExactly(new HostView.Circuit("cargo", "half-open", cluster.now(), "it was not found"));
        assertThat(view.attempts()).containsExactly(job.attemptId().toString());
    }

    @Test
    @Tag("B16")
    void whoDrainedAHostIsShownAndWhenAndNothingIsKnownOfTheGatesOfOneThatIsSilent() {
        HostName host = cluster.host("a", HostRole.BUILDER, true, false);
        GateRow seen = new GateRow(HostGate.STORAGE, false, "disk: it is full");
        ControlRow drained = new ControlRow(HostMode.DRAINING, 1, OptionalLong.empty(), Optional.of(cluster.now()));
        HostIdentity who = new HostIdentity("machine-a", "boot", "/srv/offload", "runner");
        cluster.change("", "a", tx -> tx.fleet().answered(host, who, Optional.empty(), List.of(seen), cluster.now()));
        cluster.change("", "a", tx -> tx.fleet().setControl(host, drained.by("anna"), cluster.now()));

        HostView view = reader.query(new Query.HostByName(host));
        cluster.silence(host);
        HostView silent = reader.query(new Query.HostByName(host));

        assertThat(view.decision()).contains(new HostView.Decision("anna", cluster.now()));
        assertThat(view.gates())
                .hasSize(4)
                .contains(
                        new HostView.Gate("storage", "red", "disk: it is full"),
                        new HostView.Gate("offload", "unknown", "it was not looked at yet"));
        assertThat(silent.gates())
                .hasSize(4)
                .allSatisfy(gate -> assertThat(gate.state()).isEqualTo("unknown"));
    }

    @Test
    void everyHostIsShownTheSameAsAloneAndByName() {
        HostName b = cluster.builder("b");
        HostName a = cluster.builder("a");
        cluster.put(b, HostState.DEGRADED);
        cluster.place(cluster.submit("k"), a);

        List<HostView> all = reader.query(new Query.Hosts());

        assertThat(all).containsExactly(reader.query(new Query.HostByName(a)), reader.query(new Query.HostByName(b)));
        assertThat(all.getLast().reason()).hasValue("a test wants it");
    }

    @Test
    void anUnknownHostIsNotFoundByItsCode() {
        assertThatThrownBy(() -> reader.query(new Query.HostByName(new HostName("nowhere"))))
                .isInstanceOfSatisfying(
                        NotFoundException.class,
                        refused -> assertThat(refused.code()).isEqualTo("unknown-host"))
                .hasMessageContaining("'nowhere'");
    }

    @Test
    void aWaitingJobHasAPlaceAndNoHost() {
        cluster.submit("first");
        JobRow job = cluster.submit("second");

        JobView view = reader.query(new Query.JobById(job.id()));

        assertThat(view.stage()).isEqualTo(JobStage.WAITING);
        assertThat(view.position()).hasValue(2);
        assertThat(view.host()).isEmpty();
        assertThat(view.why()).isEmpty();
        assertThat(view.times().submitted()).isEqualTo(job.submitted().at());
        assertThat(view.times().placed()).isEmpty();
        assertThat(view.staging()).isEmpty();
    }

    @Test
    void aBlockedJobSaysWhatNoHostHas() {
        JobRow job = cluster.submit("k");
        cluster.block(job, "it has no fortran");

        assertThat(reader.query(new Query.JobById(job.id())).why())
                .hasValue(new Why("capability-missing", "it has no fortran"));
    }

    @Test
    void aRunningJobHasAHostAndNoPlace() {
        HostName host = cluster.builder("a");
        JobRow job = cluster.place(cluster.submit("k"), host);
        cluster.change(job.id().value(), "", tx -> {
            tx.jobs().started(job.attemptId(), "handle", cluster.now());
            tx.jobs().setProgress(job.with(job.progress().at(JobStage.RUNNING)));
        });

        JobView view = reader.query(new Query.JobById(job.id()));

        assertThat(view.stage()).isEqualTo(JobStage.RUNNING);
        assertThat(view.attempt()).isEqualTo(1);
        assertThat(view.host()).hasValue(host);
        assertThat(view.position()).isEmpty();
        assertThat(view.times().placed()).hasValue(cluster.now());
        assertThat(view.times().started()).hasValue(cluster.now());
        assertThat(view.times().finished()).isEmpty();
    }

    @Test
    void aRequeuedJobKeepsNothingOfItsLastAttemptButTheNumber() {
        JobRow job = cluster.requeue(cluster.place(cluster.submit("k"), cluster.builder("a")));

        JobView view = reader.query(new Query.JobById(job.id()));

        assertThat(view.attempt()).isEqualTo(1);
        assertThat(view.host()).isEmpty();
        assertThat(view.times().placed()).isEmpty();
        assertThat(view.transfer().pulledBytes()).isEmpty();
    }

    @Test
    void aLostJobNamesTheFailureOfTheInfrastructure() {
        JobRow job = cluster.place(cluster.submit("k"), cluster.builder("a"));
        Ending ending = new Ending("start-lost", "it never began", Optional.of(InfraFailure.START_LOST), cluster.now());
        cluster.progress(job, job.progress().ended(JobStage.LOST, ending));

        JobView view = reader.query(new Query.JobById(job.id()));

        assertThat(view.why()).hasValue(new Why("start-lost", "it never began"));
        assertThat(view.infraFailure()).hasValue("start-lost");
        assertThat(view.times().finished()).hasValue(cluster.now());
    }

    @Test
    void aPromotedJobNamesItsFilesAndKeepsNoStaging() {
        JobRow job = collected();
        cluster.progress(job, job.progress().published(PublicationPhase.PROMOTED));

        JobView view = reader.query(new Query.JobById(job.id()));

        assertThat(view.promoted()).containsExactly("target/a.jar");
        assertThat(view.staging()).isEmpty();
        assertThat(view.transfer())
                .isEqualTo(new JobView.Transfer(OptionalLong.empty(), OptionalLong.of(10), OptionalLong.of(20)));
    }

    @Test
    void aBlockedPublicationKeepsItsStagingAndNamesWhatStoodInTheWay() {
        JobRow job = collected();
        cluster.progress(job, job.progress().published(PublicationPhase.BLOCKED));
        cluster.change(
                job.id().value(),
                "",
                tx -> tx.jobs()
                        .setConflicts(
                                job.id(),
                                List.of(new build.offload.kernel.store.ConflictRow("target/a.jar", "was edited"))));

        JobView view = reader.query(new Query.JobById(job.id()));

        assertThat(view.staging()).hasValue("/state/staging/" + job.attemptId());
        assertThat(view.conflicts()).containsExactly(new Conflict("target/a.jar", "was edited"));
        assertThat(view.promoted()).isEmpty();
    }

    private JobRow collected() {
        JobRow job = cluster.place(cluster.submit("k"), cluster.builder("a"));
        OutputFile file = new OutputFile(new OutputPath("target/a.jar"), false, 10, "c".repeat(64));
        cluster.change(
                job.id().value(), "", tx -> tx.jobs().collected(job.attemptId(), List.of(file), 20, cluster.now()));
        return job;
    }

    @Test
    void aJobOfTheLastBootCountsAsDetached() {
        JobRow mine = cluster.submit("k");
        JobRow old = cluster.submit(Jobs.job(
                "old",
                cluster.now(),
                Jobs.build("make", List.of()),
                new build.offload.spi.model.ProcessIdentity(5, 6, "another-boot"),
                false));

        assertThat(reader.query(new Query.JobById(mine.id())).detached()).isFalse();
        assertThat(reader.query(new Query.JobById(old.id())).detached()).isTrue();
    }

    @Test
    void theNewestJobsComeFirstAndNoMoreThanAsked() {
        IntStream.range(0, 5).forEach(i -> {
            cluster.advance(Duration.ofSeconds(1));
            cluster.submit("k" + i);
        });

        List<JobView> newest = reader.query(new Query.Jobs(2));

        assertThat(newest)
                .extracting(JobView::id)
                .containsExactly(
                        Jobs.job("k4", cluster.now()).id(),
                        Jobs.job("k3", cluster.now()).id());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 1001})
    void aLimitOutOfBoundsIsInvalid(int limit) {
        assertThatThrownBy(() -> reader.query(new Query.Jobs(limit))).isInstanceOf(InvalidValueException.class);
        assertThatThrownBy(() -> reader.query(new Query.Events(Optional.empty(), limit)))
                .isInstanceOf(InvalidValueException.class);
    }

    @Test
    void aPrefixFindsAtMostTwoJobs() {
        JobRow job = cluster.submit("k");
        IntStream.range(0, 40).forEach(i -> cluster.submit("k" + i));

        assertThat(reader.query(new Query.JobsByPrefix(job.id().value().substring(0, 12))))
                .extracting(JobView::id)
                .containsExactly(job.id());
        assertThat(reader.query(new Query.JobsByPrefix(job.id().value()))).hasSize(1);
        assertThat(reader.query(new Query.JobsByPrefix("0123456789abcdef"))).isEmpty();
        assertThat(reader.query(new Query.JobsByPrefix("not hex"))).isEmpty();
        assertThat(reader.query(new Query.JobsByPrefix(""))).isEmpty();
    }

    @Test
    void anAmbiguousPrefixGivesTwo() {
        IntStream.range(0, 40).forEach(i -> cluster.submit("k" + i));

        List<Integer> found = "0123456789abcdef"
                .chars()
                .mapToObj(Character::toString)
                .map(digit -> reader.query(new Query.JobsByPrefix(digit)).size())
                .toList();

        assertThat(found).contains(2).allMatch(size -> size <= 2);
    }

    @Test
    void anUnknownJobIsNotFoundByItsCode() {
        for (Query<?> query : List.of(new Query.JobById(UNKNOWN), new Query.Why(UNKNOWN))) {
            assertThatThrownBy(() -> reader.query(query))
                    .isInstanceOfSatisfying(
                            NotFoundException.class,
                            refused -> assertThat(refused.code()).isEqualTo("unknown-job"));
        }
    }

    @Tag("D49")
    @Test
    void everyHostSaysWhyAWaitingJobIsNotThere() {
        cluster.builder("free");
        HostName full = cluster.builder("full");
        cluster.place(cluster.submit("1"), full);
        cluster.place(cluster.submit("2"), full);
        cluster.control(cluster.builder("drained"), HostMode.DRAINING, 1);
        cluster.put(cluster.builder("ill"), HostState.DEGRADED);
        cluster.open(cluster.builder("quarantined"), "make", CircuitRow.State.OPEN);
        cluster.host("laptop", HostRole.WORKSTATION, false, false);
        JobRow job = cluster.submit("k");

        List<WaitingReason> reasons = reader.query(new Query.Why(job.id()));

        assertThat(reasons)
                .extracting(reason -> reason.host() + " " + reason.code())
                .containsExactly(
                        "drained host-draining",
                        "free eligible",
                        "full no-free-slot",
                        "ill host-degraded",
                        "laptop workstation",
                        "quarantined circuit-open");
    }

    @Test
    void whereNothingIsDispatchedThatIsTheReasonOfHostsThatCould() {
        cluster.builder("a");
        JobRow job = cluster.submit("k");
        cluster.desire(HostState.DRAINING);

        assertThat(reader.query(new Query.Why(job.id())))
                .extracting(WaitingReason::code)
                .containsExactly("desired-draining");
    }

    @Test
    void aJobThatDoesNotWaitHasNoReasons() {
        JobRow job = cluster.place(cluster.submit("k"), cluster.builder("a"));

        assertThat(reader.query(new Query.Why(job.id()))).isEmpty();
    }

    @Test
    void eventsAreReadOnFromARevisionAndFromACursor() {
        cluster.desire(HostState.DRAINING);
        cluster.change("", "a", tx -> {});
        cluster.desire(HostState.AVAILABLE);
        cluster.change("", "b", tx -> {});

        EventPage all = reader.query(new Query.Events(Optional.empty(), 100));
        EventPage later = reader.query(new Query.Events(Optional.of("1"), 1));
        EventPage rest = reader.query(new Query.Events(Optional.of(later.nextCursor()), 100));
        EventPage none = reader.query(new Query.Events(Optional.of(rest.nextCursor()), 100));

        assertThat(all.events()).extracting(EventView::seq).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(later.events()).extracting(EventView::seq).containsExactly(4L);
        assertThat(rest.events()).extracting(EventView::seq).containsExactly(5L);
        assertThat(none.events()).isEmpty();
        assertThat(none.nextCursor()).isEqualTo(rest.nextCursor());
    }

    @Test
    void aRevisionInTheFutureHasNoEventsYet() {
        assertThat(reader.query(new Query.Events(Optional.of("99"), 100)).events())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "-1", "s", "s-1", "1.0", "1234567890123456789", "s 1", "S1"})
    void aCursorThatIsNoneOfOursIsInvalid(String cursor) {
        assertThatThrownBy(() -> reader.query(new Query.Events(Optional.of(cursor), 10)))
                .isInstanceOfSatisfying(
                        InvalidValueException.class,
                        refused -> assertThat(refused.field()).isEqualTo("after"));
    }

    @Test
    void pluginsAreHandedOn() {
        assertThat(reader.query(new Query.Plugins())).containsExactly(PLUGIN);
    }

    @Test
    void healthNamesTheControllerAndWhatIsWrong() {
        cluster.pass(false);
        cluster.change("", "", tx -> {
            tx.incidents().open("config-invalid", "", "act", "line 3 is wrong", cluster.now());
            tx.incidents().open("capability-missing", "a", "warn", "cargo is gone", cluster.now());
            tx.incidents().open("over", "", "warn", "it is over", cluster.now());
            tx.incidents().close("over", "", cluster.now());
        });

        HealthView health = reader.query(new Query.Health());

        assertThat(health)
                .isEqualTo(new HealthView(
                        Cluster.CONTROLLER,
                        3,
                        "0.1",
                        true,
                        Optional.empty(),
                        Optional.of(cluster.now()),
                        Optional.of(REAPED),
                        Optional.of(Instant.EPOCH),
                        CONFIGURATION,
                        List.of(
                                new HealthView.Incident("config-invalid", "act", "line 3 is wrong", cluster.now()),
                                new HealthView.Incident(
                                        "capability-missing", "warn", "a: cargo is gone", cluster.now()))));
    }

    @Test
    void aBrokenJournalMakesTheControllerUnready() {
        cluster.breakJournal("disk full");

        HealthView health = reader.query(new Query.Health());

        assertThat(health.ready()).isFalse();
        assertThat(health.journal()).hasValue(new HealthView.Fault("disk full", cluster.now()));
    }

    @Test
    void healthIsAnsweredAlsoWithoutAStore() {
        cluster.faults().fail(Point.STATEMENT, "FROM incident", 1);

        HealthView health = reader.query(new Query.Health());

        assertThat(health.ready()).isFalse();
        assertThat(health.journal())
                .map(HealthView.Fault::reason)
                .hasValueSatisfying(reason -> assertThat(reason).contains("storage-full"));
    }

    @Test
    void anUnreadableStoreIsToldInTheWordsOfTheInterface() {
        cluster.faults().fail(Point.STATEMENT, "FROM", 1);

        assertThatThrownBy(() -> reader.query(new Query.Hosts())).isInstanceOf(StoreUnavailableException.class);
    }
}
