package build.offload.kernel.fleet;

import static build.offload.kernel.rig.Answered.host;
import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.rig.Answered;
import build.offload.kernel.rig.Rig;
import build.offload.kernel.rig.RigExtension;
import build.offload.kernel.store.ControlRow;
import build.offload.kernel.store.FaultPlan.Point;
import build.offload.kernel.transition.Outcome;
import build.offload.kernel.transition.Transition.BoxDrain;
import build.offload.kernel.transition.Transition.BoxRestore;
import build.offload.spi.frontend.EventView;
import build.offload.spi.model.HostMode;
import build.offload.spi.model.HostState;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Drain and restore as versioned, durable decisions (D01–D19), through the pipeline and over a real store. */
@ExtendWith(RigExtension.class)
class HostControlTest {

    private final Rig rig;

    HostControlTest(Rig rig) {
        this.rig = rig;
        rig.enrolled("a", 2);
    }

    @Test
    @Tag("D01")
    void hostNeverDrainedIsActiveAtVersionZeroAndReadingWritesNoRow() {
        assertThat(rig.ledger().control("a")).isEqualTo(ControlRow.UNTOUCHED);
        assertThat(rig.ledger().<Integer>read(tx -> tx.fleet().controls().size()))
                .isZero();
    }

    @Test
    @Tag("D02")
    void unconditionalDrainOfAFreshHostIsVersionOne() {
        Answered drained = drain();

        assertThat(control(drained)).isEqualTo("DRAINING 1 -");
        assertThat(rig.ledger().state("a")).isEqualTo(HostState.DRAINING);
        assertThat(drained.moved()).isEqualTo(1);
        assertThat(drained.changed()).isTrue();
    }

    @Test
    @Tag("D03")
    void unconditionalDrainAgainLeavesTheRecordUntouchedAndIsStillACommit() {
        drain();
        ControlRow before = rig.ledger().control("a");
        rig.clock().advance(Duration.ofMinutes(1));

        Answered again = drain();

        assertThat(rig.ledger().control("a")).isEqualTo(before);
        assertThat(again.changed()).isFalse();
        assertThat(again.moved()).isEqualTo(1);
    }

    @Test
    @Tag("D04")
    void versionedDrainOfADrainingHostVoidsOutstandingRestores() {
        drain();

        Answered again = drain(1);

        assertThat(control(again)).isEqualTo("DRAINING 2 1");
        assertThat(again.changed()).isTrue();
        assertThat(restore(1).code()).isEqualTo("stale-control-version");
    }

    @Test
    @Tag("D05")
    @Tag("D52")
    void sameVersionedDrainAgainIsTheStoredRecordAndNoSecondControlEvent() {
        Answered first = drain(0);

        Answered again = drain(0);

        assertThat(again.changed()).isFalse();
        assertThat(control(again)).isEqualTo("DRAINING 1 0");
        assertThat(first.story()).containsExactly("host-control/box-drain");
        assertThat(again.story()).containsExactly("box-drain/unchanged");
        assertThat(again.moved()).isEqualTo(1);
    }

    @Test
    @Tag("D06")
    void restoreWithTheCurrentVersionAndTheSameAgain() {
        drain();

        Answered restored = restore(1);
        Answered again = restore(1);

        assertThat(control(restored)).isEqualTo("ACTIVE 2 1");
        assertThat(restored.result()).containsEntry("state", "restoring");
        assertThat(again.changed()).isFalse();
        assertThat(again.result()).containsEntry("controlVersion", 2L).containsEntry("state", "restoring");
        assertThat(again.story()).containsExactly("box-restore/unchanged");
    }

    @Test
    @Tag("D07")
    void restoreWithoutAVersionMeansThePresentOne() {
        drain();
        drain(1);

        Answered restored = rig.answered(new BoxRestore(host("a"), OptionalLong.empty()));

        assertThat(control(restored)).isEqualTo("ACTIVE 3 2");
    }

    @Test
    @Tag("D08")
    void oldRestoreCannotUndoALaterDrain() {
        drain();
        restore(1);
        drain();

        Answered late = restore(1);

        assertThat(late.code()).isEqualTo("stale-control-version");
        assertThat(late.refusal().details()).containsEntry("currentControlVersion", 3L);
        assertThat(late.refusal().field()).contains("expectedControlVersion");
        assertThat(late.moved()).isZero();
        assertThat(late.events()).isEmpty();
        assertThat(rig.ledger().state("a")).isEqualTo(HostState.DRAINING);
    }

    @Test
    @Tag("D09")
    void versionedDrainMovesTheVersionThatARestoreMustName() {
        drain();
        drain(1);

        assertThat(restore(1).code()).isEqualTo("stale-control-version");
        assertThat(control(restore(2))).isEqualTo("ACTIVE 3 2");
    }

    @Test
    @Tag("D10")
    void onlyTheLastRequestIsRemembered() {
        drain(0);
        restore(1);
        drain(2);

        assertThat(restore(1).code()).isEqualTo("stale-control-version");
    }

    @Test
    @Tag("D11")
    void modeBelongsToTheIdentityOfARequest() {
        drain(0);

        assertThat(restore(0).code()).isEqualTo("stale-control-version");
    }

    @Test
    @Tag("D12")
    void unconditionalDrainIsNotDeduplicatedByAVersionedOne() {
        drain();

        assertThat(drain(0).code()).isEqualTo("stale-control-version");
    }

    @Test
    @Tag("D13")
    void restoreOfAHostThatIsInServiceIsRefusedOnThisSurfaceAndLeavesItsVersion() {
        Answered unversioned = rig.answered(new BoxRestore(host("a"), OptionalLong.empty()));
        Answered versioned = restore(0);

        assertThat(unversioned.code()).isEqualTo("nothing-to-restore");
        assertThat(versioned.code()).isEqualTo("nothing-to-restore");
        assertThat(rig.ledger().control("a").version()).isZero();
    }

    @Test
    @Tag("D13")
    void restoreOfARestoringHostIsRefusedUnlessItIsTheLastRequestAgain() {
        drain();
        restore(1);

        assertThat(restore(2).code()).isEqualTo("nothing-to-restore");
        assertThat(rig.answered(new BoxRestore(host("a"), OptionalLong.empty())).code())
                .isEqualTo("nothing-to-restore");
        assertThat(restore(1).changed()).isFalse();
    }

    @Test
    @Tag("D14")
    void versionNeverIssuedIsStale() {
        assertThat(drain(7).code()).isEqualTo("stale-control-version");
        assertThat(restore(7).code()).isEqualTo("stale-control-version");
        assertThat(rig.ledger().control("a")).isEqualTo(ControlRow.UNTOUCHED);
    }

    @Test
    @Tag("D15")
    void clockThatGoesBackTakesNoMomentBack() {
        drain();
        Instant drained = rig.ledger().control("a").updatedAt().orElseThrow();
        rig.clock().jumpTo(drained.minusSeconds(3600));

        restore(1);

        assertThat(rig.ledger().control("a").updatedAt()).contains(drained);
    }

    @Test
    @Tag("D16")
    void modeSurvivesARestart() {
        drain();
        ControlRow before = rig.ledger().control("a");

        rig.restart();
        rig.advanceBySeconds(120);

        assertThat(rig.ledger().control("a")).isEqualTo(before);
        assertThat(rig.ledger().state("a")).isEqualTo(HostState.MAINTENANCE);
    }

    @Test
    @Tag("D17")
    void laterEpochOfAControllerLeavesModeAndVersionAlone() {
        drain();

        rig.restart();
        rig.restart();

        assertThat(control(restore(1))).isEqualTo("ACTIVE 2 1");
    }

    @Test
    @Tag("D18")
    void responseLostAfterTheCommitIsSettledByTheSameRequest() {
        long before = rig.ledger().read(tx -> tx.events().lastSeq());
        rig.faults().fail(Point.ACKNOWLEDGEMENT_LOST, "host_control", 1);
        Outcome lost = rig.ask(new BoxDrain(host("a"), OptionalLong.of(0)));

        Answered again = drain(0);

        assertThat(lost).isEqualTo(new Outcome.OutcomeUnknown());
        assertThat(again.changed()).isFalse();
        assertThat(rig.ledger().eventsAfter(before)).extracting(EventView::type).containsOnlyOnce("host-control");
    }

    @Test
    @Tag("D19")
    void replayByKeyAndRepetitionByVersionAreTwoThings() {
        BoxDrain drain = new BoxDrain(host("a"), OptionalLong.of(0));
        Outcome.Committed first = Rig.committed(rig.ask(drain, Optional.of("key-1"), OptionalLong.empty()));
        restore(1);

        Outcome.Committed replayed = Rig.committed(rig.ask(drain, Optional.of("key-1"), OptionalLong.empty()));
        Outcome newKey = rig.ask(drain, Optional.of("key-2"), OptionalLong.empty());

        assertThat(replayed.replayed()).isTrue();
        assertThat(replayed.body()).isEqualTo(first.body());
        assertThat(newKey).as("the version has moved on").isInstanceOf(Outcome.Refused.class);
        assertThat(rig.ledger().control("a").mode()).isEqualTo(HostMode.ACTIVE);
    }

    @Test
    @Tag("D19")
    void newKeyWithTheLastVersionedRequestChangesNothing() {
        BoxDrain drain = new BoxDrain(host("a"), OptionalLong.of(0));
        rig.ask(drain, Optional.of("key-1"), OptionalLong.empty());

        Outcome.Committed again = Rig.committed(rig.ask(drain, Optional.of("key-2"), OptionalLong.empty()));

        assertThat(again.replayed()).isFalse();
        assertThat(again.result()).containsEntry("changed", false).containsEntry("controlVersion", 1L);
    }

    private Answered drain() {
        return rig.answered(new BoxDrain(host("a"), OptionalLong.empty()));
    }

    private Answered drain(long version) {
        return rig.answered(new BoxDrain(host("a"), OptionalLong.of(version)));
    }

    private Answered restore(long version) {
        return rig.answered(new BoxRestore(host("a"), OptionalLong.of(version)));
    }

    /** Return the stored record after a request that was not refused. */
    private String control(Answered answered) {
        answered.result();
        ControlRow record = rig.ledger().control("a");
        String request = record.requestVersion().isPresent()
                ? Long.toString(record.requestVersion().getAsLong())
                : "-";
        return record.mode() + " " + record.version() + " " + request;
    }
}
