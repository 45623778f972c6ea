package build.offload.kernel.status;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.store.LeaseRow;
import build.offload.spi.frontend.ControllerStatus;
import build.offload.spi.frontend.ControllerStatus.Lease;
import build.offload.spi.frontend.ControllerStatus.Spill;
import build.offload.spi.model.HostName;
import build.offload.spi.model.HostRole;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The fallback lease and the laptop at work, each present and absent. */
class StatusOfLeaseTest {

    private static final Lease NONE =
            new Lease(false, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    private Cluster cluster;
    private HostName laptop;
    private Instant expires;

    @BeforeEach
    void open() {
        cluster = new Cluster();
        laptop = cluster.host("laptop", HostRole.WORKSTATION, false, false);
        expires = cluster.now().plus(Duration.ofMinutes(10));
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    private void lease(LeaseRow.State state) {
        LeaseRow row = new LeaseRow(laptop, state, "overloaded", cluster.now(), expires, 0);
        cluster.change("", laptop.value(), tx -> tx.leases().set(row, Cluster.CONTROLLER, 1));
    }

    private static Lease shown(boolean active, Optional<Boolean> expired, Instant until) {
        return new Lease(active, expired, Optional.of("laptop"), Optional.of(until), Optional.of("overloaded"));
    }

    @Test
    void withoutALeaseThereIsNeitherLeaseNorSpill() {
        ControllerStatus status = cluster.status();

        assertThat(status.lease()).isEqualTo(NONE);
        assertThat(status.queue().spill()).isEmpty();
    }

    @Test
    void leaseThatIsActiveSaysWhenItEndsAndShowsAsSpill() {
        lease(LeaseRow.State.GRANTED);

        assertThat(cluster.status().lease()).isEqualTo(shown(true, Optional.empty(), expires));
        assertThat(cluster.status().queue().spill()).contains(new Spill(true, Optional.empty()));
    }

    @Test
    void leaseWhoseTimeIsUpHasExpiredBeforeAnybodyWritesThatDown() {
        lease(LeaseRow.State.GRANTED);
        cluster.advance(Duration.ofMinutes(10));

        assertThat(cluster.status().lease()).isEqualTo(shown(false, Optional.of(true), expires));
        assertThat(cluster.status().queue().spill()).isEmpty();
    }

    @Test
    void jobThatRunsOnUnderAnExpiredLeaseIsStaleSpill() {
        cluster.place(cluster.submit("k"), laptop);
        lease(LeaseRow.State.EXPIRED);

        assertThat(cluster.status().queue().spill()).contains(new Spill(true, Optional.of(true)));
    }

    @Test
    void leaseThatWasRecalledIsNoLeaseButItsJobIsSpill() {
        lease(LeaseRow.State.RECALLED);
        assertThat(cluster.status().lease()).isEqualTo(NONE);
        assertThat(cluster.status().queue().spill()).isEmpty();

        cluster.place(cluster.submit("k"), laptop);

        assertThat(cluster.status().queue().spill()).contains(new Spill(true, Optional.empty()));
    }
}
