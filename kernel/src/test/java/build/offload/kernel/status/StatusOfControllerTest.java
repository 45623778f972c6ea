package build.offload.kernel.status;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.spi.frontend.ControllerStatus;
import build.offload.spi.frontend.ControllerStatus.Capacity;
import build.offload.spi.frontend.ControllerStatus.Dispatch;
import build.offload.spi.frontend.ControllerStatus.DispatchState;
import build.offload.spi.frontend.ControllerStatus.Lease;
import build.offload.spi.frontend.ControllerStatus.Reconciler;
import build.offload.spi.frontend.ControllerStatus.Wedge;
import build.offload.spi.model.HostMode;
import build.offload.spi.model.HostName;
import build.offload.spi.model.HostRole;
import build.offload.spi.model.HostState;
import build.offload.spi.probe.CapabilityProbe.HostLoad;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Desired and observed mode, lease, capacity, reconciler and dispatch. */
class StatusOfControllerTest {

    private Cluster cluster;

    @BeforeEach
    void open() {
        cluster = new Cluster();
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void aClusterWithoutBuildersIsAvailableAndPausedForWantOfThem() {
        cluster.host("laptop", HostRole.WORKSTATION, false, false);

        ControllerStatus status = cluster.status();

        assertThat(status.observed()).isEqualTo(HostState.AVAILABLE);
        assertThat(status.capacity()).isEqualTo(new Capacity(0, 0, false));
        assertThat(status.dispatch()).isEqualTo(paused("no-builders"));
    }

    @ParameterizedTest
    @EnumSource
    void theDesiredModeIsTheOneThatWasDeclared(HostState mode) {
        cluster.desire(mode);

        assertThat(cluster.status().desired()).isEqualTo(mode);
    }

    @Test
    void theRevisionIsThatOfTheStore() {
        cluster.desire(HostState.DRAINING);
        cluster.desire(HostState.AVAILABLE);

        assertThat(cluster.status().revision()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({
        "AVAILABLE,   DEGRADED,    AVAILABLE",
        "RESTORING,   DRAINING,    RESTORING",
        "DRAINING,    MAINTENANCE, DRAINING",
        "MAINTENANCE, DEGRADED,    MAINTENANCE",
        "DEGRADED,    DEGRADED,    DEGRADED"
    })
    void observedIsTheBestStateAnyBuilderHas(HostState first, HostState second, HostState best) {
        cluster.put(cluster.builder("a"), second);
        cluster.put(cluster.builder("b"), first);

        assertThat(cluster.status().observed()).isEqualTo(best);
    }

    @Test
    void theWorkstationsStateIsNotObserved() {
        cluster.host("laptop", HostRole.WORKSTATION, false, false);
        cluster.put(cluster.builder("a"), HostState.MAINTENANCE);

        assertThat(cluster.status().observed()).isEqualTo(HostState.MAINTENANCE);
    }

    @Test
    void withNoBuilderThatCanBeObservedTheClusterIsDegraded() {
        cluster.builder("a");
        cluster.builder("b");
        cluster.advance(Duration.ofSeconds(46));

        assertThat(cluster.status().observed()).isEqualTo(HostState.DEGRADED);
    }

    @Test
    void oneFreshAnswerIsEnough() {
        cluster.builder("a");
        HostName second = cluster.builder("b");
        cluster.advance(Duration.ofSeconds(46));
        cluster.answer(second, Optional.empty());

        assertThat(cluster.status().observed()).isEqualTo(HostState.AVAILABLE);
    }

    @Test
    void oneMissedAnswerDoesNotMakeABuilderUnobservable() {
        HostName only = cluster.builder("a");
        cluster.advance(Duration.ofSeconds(20));
        cluster.silence(only);

        assertThat(cluster.status().observed()).isEqualTo(HostState.AVAILABLE);
    }

    @Test
    void aBuilderThatWasNotYetLookedAtIsNotHeldAgainstTheCluster() {
        HostName only = cluster.host("a", HostRole.BUILDER, false, true);
        cluster.put(only, HostState.RESTORING);

        assertThat(cluster.status().observed()).isEqualTo(HostState.RESTORING);
    }

    @Test
    void aBrokenConfigurationDegradesAndPauses() {
        cluster.builder("a");
        cluster.misconfigure("config.toml line 3: unknown key");

        assertThat(cluster.status().observed()).isEqualTo(HostState.DEGRADED);
        assertThat(cluster.status().dispatch()).isEqualTo(paused("config-invalid"));
        assertThat(cluster.status().capacity().idleSlots()).isZero();
    }

    @Test
    void aBrokenJournalDegradesAndPauses() {
        cluster.builder("a");
        cluster.breakJournal("disk full");

        assertThat(cluster.status().observed()).isEqualTo(HostState.DEGRADED);
        assertThat(cluster.status().dispatch()).isEqualTo(paused("audit-write-failed"));
    }

    @Test
    void withoutALeaseNothingIsSaidOfOne() {
        assertThat(cluster.status().lease())
                .isEqualTo(new Lease(false, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty()));
    }

    @Test
    void capacityCountsBuildersAndTheirFreeSlots() {
        cluster.host("laptop", HostRole.WORKSTATION, false, false);
        HostName a = cluster.builder("a");
        cluster.put(cluster.builder("b"), HostState.DEGRADED);
        cluster.place(cluster.submit("k"), a);

        assertThat(cluster.status().capacity()).isEqualTo(new Capacity(2, 1, false));
    }

    @Test
    void theClusterIsOverloadedWhenEveryBuilderIs() {
        HostName a = cluster.builder("a");
        HostName b = cluster.builder("b");
        cluster.answer(a, Optional.of(new HostLoad(20, 8)));
        cluster.answer(b, Optional.of(new HostLoad(12, 8)));
        boolean withOneIdle = cluster.status().capacity().overloaded();

        cluster.answer(b, Optional.of(new HostLoad(12.1, 8)));

        assertThat(withOneIdle).isFalse();
        assertThat(cluster.status().capacity().overloaded()).isTrue();
    }

    @Test
    void beforeTheFirstPassTheReconcilerIsHealthyForThreePeriods() {
        Reconciler first = cluster.status().reconciler();
        cluster.advance(Duration.ofMillis(15_001));

        assertThat(first).isEqualTo(new Reconciler(true, Optional.empty()));
        assertThat(cluster.status().reconciler()).isEqualTo(new Reconciler(false, Optional.empty()));
    }

    @Test
    @Tag("B69")
    void thePassThatIsOlderThanThreePeriodsIsUnhealthy() {
        cluster.pass(false);
        var at = Optional.of(cluster.now());

        cluster.advance(Duration.ofSeconds(15));
        assertThat(cluster.status().reconciler()).isEqualTo(new Reconciler(true, at));

        cluster.advance(Duration.ofMillis(1));
        assertThat(cluster.status().reconciler()).isEqualTo(new Reconciler(false, at));
    }

    @Test
    void thePassThatFailedIsUnhealthy() {
        cluster.pass(true);

        assertThat(cluster.status().reconciler().healthy()).isFalse();
    }

    @Test
    void dispatchIsHealthyWhileABuilderAdmits() {
        cluster.builder("a");

        assertThat(cluster.status().dispatch())
                .isEqualTo(new Dispatch(DispatchState.HEALTHY, Optional.empty(), Optional.empty()));
    }

    @Test
    void dispatchIsPausedWhenDisabled() {
        cluster.builder("a");
        cluster.disable();

        assertThat(cluster.status().dispatch()).isEqualTo(paused("disabled"));
        assertThat(cluster.status().observed()).isEqualTo(HostState.AVAILABLE);
    }

    @ParameterizedTest
    @CsvSource({"DRAINING, desired-draining", "MAINTENANCE, desired-maintenance"})
    void dispatchIsPausedByTheDesiredMode(HostState mode, String detail) {
        cluster.builder("a");
        cluster.desire(mode);

        assertThat(cluster.status().dispatch()).isEqualTo(paused(detail));
        assertThat(cluster.status().capacity().idleSlots()).isZero();
    }

    @Test
    void dispatchIsPausedWhenEveryBuilderIsOutOfAdmission() {
        cluster.put(cluster.builder("a"), HostState.DEGRADED);
        cluster.control(cluster.builder("b"), HostMode.DRAINING, 1);

        assertThat(cluster.status().dispatch()).isEqualTo(paused("no-builder-admits"));
    }

    @Test
    void aJobThatFitsAndIsNotDispatchedForLongIsAWedge() {
        cluster.builder("a");
        cluster.submit("k");

        cluster.advance(Duration.ofMillis(29_999));
        assertThat(cluster.status().dispatch().state()).isEqualTo(DispatchState.HEALTHY);
        assertThat(cluster.status().queue().wedge()).isEmpty();

        cluster.advance(Duration.ofMillis(1));
        ControllerStatus status = cluster.status();
        assertThat(status.dispatch().state()).isEqualTo(DispatchState.WEDGED);
        assertThat(status.dispatch().host()).hasValue("a");
        assertThat(status.queue().wedge()).map(Wedge::host).hasValue("a");
        assertThat(status.queue().wedge())
                .map(Wedge::detail)
                .isEqualTo(status.dispatch().detail());
    }

    @Test
    void whatWasDispatchedMeanwhileIsNoWedge() {
        cluster.builder("a");
        cluster.submit("k");
        cluster.advance(Duration.ofSeconds(20));
        cluster.dispatched();
        cluster.advance(Duration.ofSeconds(20));

        assertThat(cluster.status().dispatch().state()).isEqualTo(DispatchState.HEALTHY);
    }

    @Test
    void aJobThatFitsNowhereIsNoWedge() {
        cluster.builder("a");
        cluster.submit(Jobs.needing("k", cluster.now(), "cobol"));
        cluster.advance(Duration.ofSeconds(40));

        assertThat(cluster.status().dispatch().state()).isEqualTo(DispatchState.HEALTHY);
    }

    @Test
    void aSlotThatHasJustComeFreeIsNoWedge() {
        HostName a = cluster.builder("a");
        var first = cluster.place(cluster.submit("1"), a);
        cluster.place(cluster.submit("2"), a);
        cluster.submit("3");
        cluster.advance(Duration.ofSeconds(40));
        cluster.end(first, build.offload.spi.model.JobStage.SUCCEEDED, "succeeded");

        assertThat(cluster.status().queue().dispatchTarget()).hasValue("a");
        assertThat(cluster.status().dispatch().state()).isEqualTo(DispatchState.HEALTHY);
    }

    @Test
    void aHostThatWasJustGivenBackIsNoWedge() {
        HostName a = cluster.builder("a");
        cluster.control(a, HostMode.DRAINING, 1);
        cluster.submit("k");
        cluster.advance(Duration.ofSeconds(40));
        cluster.control(a, HostMode.ACTIVE, 2);

        assertThat(cluster.status().dispatch().state()).isEqualTo(DispatchState.HEALTHY);
    }

    private static Dispatch paused(String detail) {
        return new Dispatch(DispatchState.PAUSED, Optional.of(detail), Optional.empty());
    }
}
