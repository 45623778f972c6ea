package build.offload.kernel.reconcile;

import static build.offload.kernel.rig.Answered.host;
import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.rig.Call;
import build.offload.kernel.rig.MemoryFolder;
import build.offload.kernel.rig.Order;
import build.offload.kernel.rig.Rig;
import build.offload.kernel.rig.RigSettings;
import build.offload.kernel.rig.ScriptedHost;
import build.offload.kernel.rig.Trouble;
import build.offload.kernel.store.CapabilityRow;
import build.offload.kernel.store.FaultPlan.Point;
import build.offload.kernel.store.GateRow;
import build.offload.kernel.transition.Transition.BoxDrain;
import build.offload.kernel.transition.Transition.BoxRestore;
import build.offload.kernel.transition.Transition.EnrolHost;
import build.offload.spi.executor.ExecutorException.Kind;
import build.offload.spi.executor.HostTarget;
import build.offload.spi.frontend.OperatorCall.HostOptions;
import build.offload.spi.model.HostGate;
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
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How hosts are looked at, and what a look makes of what it finds. */
class HostLooksTest {

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
    void requiredToolThatIsMissingDegradesAndIsNamed() {
        ScriptedHost a = rig.enrolled("a", 1);
        a.lacksRequired("git");

        rig.until("a", HostState.DEGRADED);
        assertThat(rig.ledger().host("a").reason()).contains("capability: git: not on the path");

        a.has("git", "2.39.5");
        rig.until("a", HostState.AVAILABLE);
    }

    @Test
    void everyGateIsShownWithWhatWasSeenAtIt() {
        ScriptedHost a = rig.enrolled("a", 1);
        assertThat(gates())
                .containsExactly(
                        new GateRow(HostGate.CAPABILITY, true, "nothing is asked for"),
                        new GateRow(HostGate.STORAGE, true, "staging was written"),
                        new GateRow(HostGate.RUNNER, true, "none declared"),
                        new GateRow(HostGate.OFFLOAD, true, "what was sent came back as it was"));

        a.lacksRequired("disk");
        rig.until("a", HostState.DEGRADED);
        assertThat(gates()).contains(new GateRow(HostGate.STORAGE, false, "disk: not on the path"));
    }

    @Test
    void anotherMachineAtTheAddressDegrades() {
        rig.enrolled("a", 1).isReplacedBy("another-machine");

        rig.until("a", HostState.DEGRADED);

        assertThat(rig.ledger().host("a").reason().orElseThrow()).contains("another machine answers");
    }

    @Test
    void executorThatCannotDoARoundTripDegrades() {
        rig.enrolled("a", 1).always(Call.RUN, Trouble.failing(Kind.DISK_FULL));

        rig.until("a", HostState.DEGRADED);

        assertThat(rig.ledger().host("a").reason().orElseThrow()).startsWith("offload: ");
    }

    @Test
    @Tag("B15")
    void stagingThatIsNoFolderDegradesAndTheReasonNamesThePath() throws IOException {
        rig.enrolled("a", 1);
        Path staging = rig.files().stagingRoot();
        Files.delete(staging);
        Files.createFile(staging);

        rig.until("a", HostState.DEGRADED);
        assertThat(rig.ledger().host("a").reason().orElseThrow())
                .startsWith("storage: ")
                .contains(staging.toString());

        Files.delete(staging);
        rig.until("a", HostState.AVAILABLE);
    }

    @Test
    @DisplayName("P-2: a probe that is late leaves what it last said, until that is stale")
    void probeThatIsLateLeavesWhatItLastSaidUntilThatIsStale() {
        ScriptedHost a = rig.enrolled("a", 1).has("java", "21.0.2");
        rig.advanceBySeconds(16);
        a.always(Call.PROBE, Trouble.stalling());

        rig.advanceBySeconds(35);
        assertThat(rig.ledger().state("a")).isEqualTo(HostState.AVAILABLE);
        assertThat(findings()).containsExactly("java");

        rig.until("a", HostState.DEGRADED);
        assertThat(rig.ledger().host("a").reason().orElseThrow())
                .contains("capability: probe scripted-probe")
                .contains("longer than 30 s");

        a.recovers(Call.PROBE);
        rig.until("a", HostState.AVAILABLE);
    }

    private List<GateRow> gates() {
        return rig.ledger().read(tx -> tx.fleet().gates(host("a")));
    }

    private List<String> findings() {
        return rig.ledger().<List<CapabilityRow>>read(tx -> tx.fleet().capabilities(host("a"))).stream()
                .map(row -> row.finding().command())
                .toList();
    }

    @Test
    void hostIsLookedAtInItsTurnAndWhileItIsRestoringAtOnce() {
        ScriptedHost a = rig.enrolled("a", 1);
        int before = looks(a);

        rig.advanceBySeconds(60);
        assertThat(looks(a) - before).isBetween(4, 5);

        rig.ask(new BoxDrain(host("a"), OptionalLong.empty()));
        rig.ask(new BoxRestore(host("a"), OptionalLong.empty()));
        rig.advanceBySeconds(1);
        assertThat(rig.ledger().state("a")).isEqualTo(HostState.AVAILABLE);
    }

    @Test
    @Tag("B19")
    void silentHostIsTriedOftenAtFirstAndThenInItsTurn() {
        ScriptedHost a = rig.enrolled("a", 1);
        a.falls(Kind.UNREACHABLE);
        rig.until("silent", () -> rig.ledger().host("a").silentSince().isPresent());
        int before = looks(a);

        rig.advanceBySeconds(14);
        assertThat(looks(a) - before).isBetween(12, 15);

        int later = looks(a);
        rig.advanceBySeconds(300);
        assertThat(looks(a) - later).isBetween(18, 22);
    }

    @Test
    @Tag("B19")
    void hostsThatDoNotAnswerDoNotTakeTheTurnsOfThoseThatDo() {
        rig.close();
        LoopSettings standard = LoopSettings.standard();
        rig = new Rig(folder, RigSettings.standard().with(twoLooksAtOnce(standard)));
        for (String name : List.of("a", "b", "c", "z")) {
            rig.enrolled(name, 1);
        }
        List.of("a", "b", "c").forEach(name -> rig.host(name).falls(Kind.UNREACHABLE));
        int before = looks(rig.host("z"));

        for (int second = 1; second <= 240; second++) {
            rig.clock().advance(Duration.ofSeconds(1));
            rig.pass();
            if (second % 30 == 0) {
                rig.lanes().drain();
            }
        }

        assertThat(looks(rig.host("z")) - before)
                .as(
                        "two looks at once, each of thirty seconds: the one that answers has a turn as soon as its last is over")
                .isBetween(6, 9);
    }

    private static LoopSettings twoLooksAtOnce(LoopSettings standard) {
        return new LoopSettings(
                standard.period(),
                standard.lookEvery(),
                2,
                standard.callLimit(),
                standard.transferLimit(),
                standard.followBudget(),
                standard.lostAfter(),
                standard.ownerGrace(),
                standard.cancelGrace(),
                standard.limits(),
                standard.retention());
    }

    @Test
    void hostWhoseExecutorIsNotLoadedIsSilentAndItsJobsAreNotStuck() {
        HostTarget target =
                new HostTarget(host("a"), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
        Rig.committed(
                rig.ask(new EnrolHost(target, "not-loaded", new HostOptions(1, false, false), rig.hostIdentity("a"))));
        rig.observed("a", Optional.empty());
        JobId job = rig.submit("key-1");

        rig.tick();
        assertThat(rig.ledger().story(job)).contains("job-requeued/unreachable");
        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.WAITING);
        assertThat(rig.ledger().slots("a")).isZero();

        rig.until("a", HostState.DEGRADED);
        assertThat(rig.ledger().host("a").reason().orElseThrow()).contains("there is no executor 'not-loaded'");
    }

    @Test
    @Tag("B69")
    void partOfAPassThatFailsIsSaidAndKeepsNoOtherFromItsTurn() {
        rig.enrolled("a", 1);
        JobId job = rig.submit("key-1");
        rig.faults().fail(Point.STATEMENT, "FROM job WHERE id", 1);

        rig.tick();
        assertThat(rig.lastPass().orElseThrow().clean()).isFalse();
        assertThat(rig.ledger().stage(job))
                .as("dispatch and attempts had their turn")
                .isEqualTo(JobStage.SUCCEEDED);

        rig.tick();
        assertThat(rig.lastPass().orElseThrow().clean()).isTrue();
        assertThat(rig.lastPass().orElseThrow().at()).isEqualTo(rig.clock().now());
    }

    @Test
    @Tag("B29")
    void attemptsOfAHostThatDoesNotAnswerDoNotKeepOthersUnswept() {
        ScriptedHost a = rig.enrolled("a", 40).vanishes();
        for (int i = 0; i < 40; i++) {
            rig.submit("lost-" + i);
        }
        a.always(Call.CANCEL, Trouble.failing(Kind.UNREACHABLE));
        rig.advanceBySeconds(2);
        rig.enrolled("b", 1);

        JobId job = rig.submit(Order.named("key-1").notOn("a"));
        rig.until(
                "swept",
                () -> rig.ledger().stage(job).finished()
                        && rig.ledger().attempt(job).swept());

        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.SUCCEEDED);
    }

    private static int looks(ScriptedHost host) {
        return (int)
                host.calls().stream().filter(call -> call.equals("IDENTIFY")).count();
    }
}
