package build.offload.kernel.fleet;

import static build.offload.spi.model.HostState.AVAILABLE;
import static build.offload.spi.model.HostState.DEGRADED;
import static build.offload.spi.model.HostState.DRAINING;
import static build.offload.spi.model.HostState.MAINTENANCE;
import static build.offload.spi.model.HostState.RESTORING;
import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.fleet.HostLife.Cause;
import build.offload.spi.model.HostMode;
import build.offload.spi.model.HostState;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every state, mode and cause against the diagram of the architecture, written out here by hand. */
class HostLifeTest {

    private static final Map<HostState, HostState> DRAINED = Map.of(
            AVAILABLE, DRAINING,
            RESTORING, DRAINING,
            DRAINING, DRAINING,
            MAINTENANCE, MAINTENANCE,
            DEGRADED, DEGRADED);

    private static final Map<HostState, HostState> RESTORED = Map.of(
            AVAILABLE, AVAILABLE,
            RESTORING, RESTORING,
            DRAINING, RESTORING,
            MAINTENANCE, RESTORING,
            DEGRADED, RESTORING);

    private static final Map<HostState, HostState> IDLE = Map.of(
            AVAILABLE, AVAILABLE,
            RESTORING, RESTORING,
            DRAINING, MAINTENANCE,
            MAINTENANCE, MAINTENANCE,
            DEGRADED, DEGRADED);

    private static final Map<HostState, HostState> GREEN_WHILE_ACTIVE = Map.of(
            AVAILABLE, AVAILABLE,
            RESTORING, AVAILABLE,
            DRAINING, DRAINING,
            MAINTENANCE, MAINTENANCE,
            DEGRADED, RESTORING);

    private static final Map<HostState, HostState> GREEN_WHILE_DRAINING = Map.of(
            AVAILABLE, AVAILABLE,
            RESTORING, DRAINING,
            DRAINING, DRAINING,
            MAINTENANCE, MAINTENANCE,
            DEGRADED, DRAINING);

    @ParameterizedTest
    @EnumSource
    void everyStateAndModeGoesWhereTheDiagramSays(Cause cause) {
        for (HostMode mode : HostMode.values()) {
            for (HostState from : HostState.values()) {
                assertThat(HostLife.next(from, mode, cause))
                        .as("%s, %s, %s", from, mode, cause)
                        .isEqualTo(expected(from, mode, cause));
            }
        }
    }

    private static HostState expected(HostState from, HostMode mode, Cause cause) {
        Map<HostState, HostState> row = switch (cause) {
            case DRAIN -> DRAINED;
            case RESTORE -> RESTORED;
            case IDLE -> IDLE;
            case REKEYED -> Map.of(AVAILABLE, RESTORING);
            case GREEN -> mode == HostMode.ACTIVE ? GREEN_WHILE_ACTIVE : GREEN_WHILE_DRAINING;
            case UNFIT ->
                Map.of(
                        AVAILABLE, DEGRADED,
                        RESTORING, DEGRADED,
                        DRAINING, DEGRADED,
                        MAINTENANCE, DEGRADED,
                        DEGRADED, DEGRADED);
        };
        return row.getOrDefault(from, from);
    }

    @Test
    @DisplayName("B03: from every state a host that is taken back and green comes to take jobs")
    @Tag("B03")
    void noStateIsADeadEndForAHostThatIsTakenBack() {
        for (HostState from : HostState.values()) {
            List<HostState> way = new ArrayList<>(List.of(HostLife.next(from, HostMode.ACTIVE, Cause.RESTORE)));
            for (int look = 0; look < 3; look++) {
                way.add(HostLife.next(way.getLast(), HostMode.ACTIVE, Cause.GREEN));
            }
            assertThat(way).as("from %s", from).endsWith(AVAILABLE);
        }
    }

    @Test
    void nothingButARestoreBringsADrainedHostBackIntoService() {
        Set<HostState> reached = EnumSet.of(DRAINING);
        Set<HostState> before = EnumSet.noneOf(HostState.class);
        while (!before.equals(reached)) {
            before = EnumSet.copyOf(reached);
            for (HostState from : before) {
                for (Cause cause : EnumSet.complementOf(EnumSet.of(Cause.RESTORE))) {
                    reached.add(HostLife.next(from, HostMode.DRAINING, cause));
                }
            }
        }

        assertThat(reached).containsExactlyInAnyOrder(DRAINING, MAINTENANCE, DEGRADED);
    }
}
