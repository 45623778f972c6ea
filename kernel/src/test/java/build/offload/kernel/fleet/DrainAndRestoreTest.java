package build.offload.kernel.fleet;

import static build.offload.kernel.rig.Answered.host;
import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.rig.Answered;
import build.offload.kernel.rig.Call;
import build.offload.kernel.rig.Rig;
import build.offload.kernel.rig.RigExtension;
import build.offload.kernel.rig.Trouble;
import build.offload.kernel.transition.Transition.BoxDrain;
import build.offload.kernel.transition.Transition.BoxRestore;
import build.offload.kernel.transition.Transition.HostIdle;
import build.offload.spi.executor.ExecutorException.Kind;
import build.offload.spi.model.HostMode;
import build.offload.spi.model.HostState;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code box-drain} and {@code box-restore} from every state, and what comes after them. */
@ExtendWith(RigExtension.class)
class DrainAndRestoreTest {

    private final Rig rig;

    DrainAndRestoreTest(Rig rig) {
        this.rig = rig;
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("P5: a drain is refused in no state")
    void drainIsRefusedInNoState(HostState from) {
        bring("a", from);
        HostMode before = rig.ledger().control("a").mode();

        Answered drained = drain();

        HostState expected = switch (from) {
            case AVAILABLE, RESTORING, DRAINING -> HostState.DRAINING;
            case MAINTENANCE -> HostState.MAINTENANCE;
            case DEGRADED -> HostState.DEGRADED;
        };
        assertThat(rig.ledger().state("a")).isEqualTo(expected);
        assertThat(rig.ledger().control("a").mode()).isEqualTo(HostMode.DRAINING);
        assertThat(drained.changed()).isEqualTo(before == HostMode.ACTIVE);
        assertThat(rig.ledger().control("a").decidedBy()).isPresent();
        assertThat(drained.moved()).isEqualTo(1);
        assertThat(drained.events()).hasSize(1);
    }

    @Test
    void drainSaysInItsResultWhatIsStillToCome() {
        bring("a", HostState.AVAILABLE);

        Answered drained = drain();

        assertThat(drained.json())
                .isEqualTo("{\"changed\":true,\"controlVersion\":1,\"host\":\"a\",\"mode\":\"draining\","
                        + "\"pending\":[\"maintenance\"],\"state\":\"draining\"}");
    }

    @Test
    @Tag("D52")
    void controlEventNamesHostModeVersionActorAndReason() {
        bring("a", HostState.AVAILABLE);

        Answered drained = drain();

        assertThat(drained.events()).singleElement().satisfies(event -> {
            assertThat(event.type()).isEqualTo("host-control");
            assertThat(event.host()).isEqualTo("a");
            assertThat(event.actor()).isEqualTo("operator");
            assertThat(event.reason()).isEqualTo("box-drain");
            assertThat(event.stage()).isEqualTo("host");
            assertThat(event.data())
                    .containsEntry("mode", "draining")
                    .containsEntry("controlVersion", 1L)
                    .containsEntry("state", "draining");
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"DRAINING", "MAINTENANCE", "DEGRADED"})
    void restoreLeadsThroughTheGatesBackIntoService(HostState from) {
        bring("a", from);

        Answered restored = restore();

        assertThat(restored.result())
                .containsEntry("changed", true)
                .containsEntry("state", "restoring")
                .containsEntry("mode", "active");
        assertThat(restored.json()).contains("\"pending\":[\"capability\",\"storage\",\"runner\",\"offload\"]");
        assertThat(restored.story()).containsExactly("host-control/box-restore");
        assertThat(restored.moved()).isEqualTo(1);
        rig.until("a", HostState.AVAILABLE);
    }

    @ParameterizedTest
    @EnumSource(names = {"AVAILABLE", "RESTORING"})
    void restoreOfAHostInServiceIsRefusedAndChangesNothing(HostState from) {
        bring("a", from);

        Answered restored = restore();

        assertThat(restored.code()).isEqualTo("nothing-to-restore");
        assertThat(restored.moved()).isZero();
        assertThat(restored.events()).isEmpty();
        assertThat(rig.ledger().state("a")).isEqualTo(from);
    }

    @Test
    @Tag("D20")
    void unknownHostIsSaidBeforeAnythingElse() {
        Answered drained = rig.answered(new BoxDrain(host("nobody"), OptionalLong.of(99)));
        Answered restored = rig.answered(new BoxRestore(host("nobody"), OptionalLong.of(99)));

        assertThat(drained.code()).isEqualTo("unknown-host");
        assertThat(restored.code()).isEqualTo("unknown-host");
        assertThat(drained.refusal().message()).contains("'nobody'");
    }

    @Test
    void workstationIsNeitherDrainedNorRestored() {
        rig.enterWorkstation("laptop");

        assertThat(rig.answered(new BoxDrain(host("laptop"), OptionalLong.empty()))
                        .code())
                .isEqualTo("not-a-builder");
        assertThat(rig.answered(new BoxRestore(host("laptop"), OptionalLong.empty()))
                        .code())
                .isEqualTo("not-a-builder");
    }

    @Test
    @Tag("D35")
    @Tag("B01")
    void drainingHostGoesIntoMaintenanceOnlyWhenItsLastAttemptIsSeenGone() {
        rig.enrolled("a", 1).runs();
        JobId job = rig.submit("key-1");
        rig.until(job, JobStage.RUNNING);
        drain();

        rig.advanceBySeconds(5);
        assertThat(rig.ledger().state("a")).isEqualTo(HostState.DRAINING);
        assertThat(rig.answered(new HostIdle(host("a"))).code()).isEqualTo("not-idle");

        rig.host("a").exits(0);
        rig.advanceBySeconds(3);
        assertThat(rig.ledger().state("a")).isEqualTo(HostState.MAINTENANCE);
        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.SUCCEEDED);
    }

    @Test
    @Tag("B01")
    void attemptThatMayStillRunKeepsItsHostOutOfMaintenance() {
        rig.enrolled("a", 1)
                .vanishes()
                .refusesToCancel(true)
                .always(Call.CANCEL, Trouble.failing(Kind.CONNECTION_LOST));
        JobId job = rig.submit("key-1");
        rig.until(job, JobStage.LOST);
        drain();

        rig.advanceBySeconds(60);
        assertThat(rig.ledger().state("a")).isEqualTo(HostState.DRAINING);

        rig.host("a").recovers(Call.CANCEL).refusesToCancel(false);
        rig.until("a", HostState.MAINTENANCE);
    }

    @Test
    @Tag("D50")
    void hostTakenBackTakesNoJobUntilALookUnderTheNewVersionIsGreen() {
        rig.enrolled("a", 1);
        drain();
        long seen = rig.ledger().control("a").version();
        restore();
        JobId job = rig.submit("key-1");

        Answered outdated = rig.observed("a", seen, Optional.empty());

        assertThat(outdated.story()).containsExactly("host-observed/outdated");
        assertThat(rig.ledger().state("a")).isEqualTo(HostState.RESTORING);
        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.WAITING);
        rig.observed("a", Optional.empty());
        assertThat(rig.ledger().state("a")).isEqualTo(HostState.AVAILABLE);
    }

    @Test
    @DisplayName("P6: a drain during restoring wins over the look that began before it")
    void drainDuringRestoringWins() {
        rig.enrolled("a", 1);
        drain();
        restore();
        long seen = rig.ledger().control("a").version();
        drain();

        rig.observed("a", seen, Optional.empty());

        assertThat(rig.ledger().state("a")).isEqualTo(HostState.DRAINING);
    }

    @Test
    @Tag("D48")
    void degradedHostShowsItsStateAndItsModeAtOnce() {
        bring("a", HostState.DEGRADED);

        drain();

        assertThat(rig.ledger().state("a")).isEqualTo(HostState.DEGRADED);
        assertThat(rig.ledger().control("a").mode()).isEqualTo(HostMode.DRAINING);
        rig.until("a", HostState.MAINTENANCE);
    }

    private void bring(String name, HostState state) {
        switch (state) {
            case RESTORING -> Rig.committed(rig.enrol(name, 2));
            case AVAILABLE -> {
                Rig.committed(rig.enrol(name, 2));
                rig.observed(name, Optional.empty());
            }
            case DRAINING -> {
                bring(name, HostState.AVAILABLE);
                drain();
            }
            case MAINTENANCE -> {
                bring(name, HostState.DRAINING);
                Rig.committed(rig.ask(new HostIdle(host(name))));
            }
            case DEGRADED -> {
                bring(name, HostState.AVAILABLE);
                rig.observed(name, Optional.of("storage: it is full"));
            }
        }
        assertThat(rig.ledger().state(name)).isEqualTo(state);
    }

    private Answered drain() {
        return rig.answered(new BoxDrain(host("a"), OptionalLong.empty()));
    }

    private Answered restore() {
        return rig.answered(new BoxRestore(host("a"), OptionalLong.empty()));
    }
}
