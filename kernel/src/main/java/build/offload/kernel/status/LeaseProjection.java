package build.offload.kernel.status;

import build.offload.kernel.store.LeaseRow;
import build.offload.spi.frontend.ControllerStatus.Lease;
import build.offload.spi.frontend.ControllerStatus.Spill;
import build.offload.spi.model.HostRole;
import java.util.Optional;

/** The fallback lease as the wire shows it: of several laptops' the one that is active, else one that has expired. */
final class LeaseProjection {

    private LeaseProjection() {}

    static Lease lease(ClusterReading reading) {
        Optional<LeaseRow> active = active(reading);
        if (active.isPresent()) {
            return shown(active.get(), true, Optional.empty());
        }
        return expired(reading)
                .map(lease -> shown(lease, false, Optional.of(true)))
                .orElse(new Lease(false, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty()));
    }

    private static Lease shown(LeaseRow lease, boolean active, Optional<Boolean> expired) {
        return new Lease(
                active,
                expired,
                Optional.of(lease.host().value()),
                Optional.of(lease.expiresAt()),
                Optional.of(lease.reason()));
    }

    private static Optional<LeaseRow> active(ClusterReading reading) {
        return reading.leases().stream()
                .filter(lease -> lease.active(reading.at()))
                .findFirst();
    }

    /** Return the lease that has expired and was not called back. */
    static Optional<LeaseRow> expired(ClusterReading reading) {
        return reading.leases().stream()
                .filter(lease -> lease.expired(reading.at()))
                .findFirst();
    }

    /** Return the laptop at work: under an active lease, or on jobs that one let it take. */
    static Optional<Spill> spill(ClusterReading reading) {
        boolean runs = reading.hosts().stream()
                .filter(host -> host.row().role() == HostRole.WORKSTATION)
                .anyMatch(host ->
                        reading.runningByHost().containsKey(host.row().name().value()));
        boolean active = active(reading).isPresent();
        Optional<Boolean> stale =
                Optional.of(true).filter(_ -> !active && expired(reading).isPresent());
        return active || runs ? Optional.of(new Spill(true, stale)) : Optional.empty();
    }
}
