package build.offload.kernel.status;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.store.CircuitRow;
import build.offload.spi.frontend.ControllerStatus.Capability;
import build.offload.spi.frontend.ControllerStatus.CapabilityProbeStatus;
import build.offload.spi.frontend.ControllerStatus.HostStatus;
import build.offload.spi.model.HostMode;
import build.offload.spi.model.HostName;
import build.offload.spi.model.HostRole;
import build.offload.spi.model.HostState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatusOfHostsTest {

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
    void everyBuilderAndTheWorkstationAreThereByName() {
        cluster.builder("b");
        cluster.host("laptop", HostRole.WORKSTATION, false, false);
        cluster.builder("a");

        assertThat(cluster.status().hosts()).containsOnlyKeys("a", "b", "laptop");
        assertThat(status("laptop").role()).isEqualTo(HostRole.WORKSTATION);
        assertThat(status("a").role()).isEqualTo(HostRole.BUILDER);
    }

    @Test
    void aPlainHostHasNoneOfWhatIsOptional() {
        cluster.builder("a");

        assertThat(status("a"))
                .isEqualTo(new HostStatus(
                        HostState.AVAILABLE, HostRole.BUILDER, Optional.empty(), Optional.empty(), Optional.empty()));
    }

    @Test
    void primaryAndEnrollingAreThereWhereTheyAreTrue() {
        cluster.host("a", HostRole.BUILDER, true, false);
        cluster.host("b", HostRole.BUILDER, false, true);

        assertThat(status("a").primary()).hasValue(true);
        assertThat(status("a").enrolling()).isEmpty();
        assertThat(status("b").primary()).isEmpty();
        assertThat(status("b").enrolling()).hasValue(true);
    }

    @Test
    void everyProbesLastAnswerIsThereWithWhatItKnows() {
        HostName host = cluster.builder("a");
        cluster.find(host, "java", true, Optional.of("25.0.1"));
        cluster.find(host, "cargo", false, Optional.empty());

        Instant at = cluster.now();
        assertThat(status("a").capability())
                .hasValue(new Capability(
                        List.of(
                                new CapabilityProbeStatus(
                                        "cargo", false, Optional.empty(), Optional.of("not installed"), at),
                                new CapabilityProbeStatus("java", true, Optional.of("25.0.1"), Optional.empty(), at)),
                        Optional.empty(),
                        Optional.empty()));
    }

    @Test
    void anOpenOrHalfOpenCircuitShowsAndTheOldestIsNamed() {
        HostName host = cluster.builder("a");
        cluster.open(host, "playwright", CircuitRow.State.HALF_OPEN);
        cluster.advance(Duration.ofSeconds(1));
        cluster.open(host, "cargo", CircuitRow.State.OPEN);

        Capability capability = status("a").capability().orElseThrow();

        assertThat(capability.circuitOpen()).hasValue(true);
        assertThat(capability.missingCommand()).hasValue("playwright");
        assertThat(capability.probes()).isEmpty();
    }

    @Test
    void aClosedCircuitIsGone() {
        HostName host = cluster.builder("a");
        cluster.find(host, "java", true, Optional.empty());
        cluster.open(host, "cargo", CircuitRow.State.OPEN);
        cluster.close(host, "cargo");

        Capability capability = status("a").capability().orElseThrow();

        assertThat(capability.circuitOpen()).isEmpty();
        assertThat(capability.missingCommand()).isEmpty();
    }

    @Tag("D48")
    @ParameterizedTest
    @CsvSource({
        "AVAILABLE,   DRAINING, DRAINING",
        "RESTORING,   DRAINING, DRAINING",
        "DRAINING,    DRAINING, DRAINING",
        "MAINTENANCE, DRAINING, MAINTENANCE",
        "DEGRADED,    DRAINING, DEGRADED",
        "AVAILABLE,   ACTIVE,   AVAILABLE",
        "RESTORING,   ACTIVE,   RESTORING",
        "DRAINING,    ACTIVE,   DRAINING"
    })
    void aDrainedHostShowsItAtOnceUnlessItIsOutOfServiceAlready(HostState state, HostMode mode, HostState shown) {
        HostName host = cluster.builder("a");
        cluster.put(host, state);
        cluster.control(host, mode, 1);

        assertThat(status("a").state()).isEqualTo(shown);
    }

    private HostStatus status(String host) {
        return Optional.ofNullable(cluster.status().hosts().get(host)).orElseThrow();
    }
}
