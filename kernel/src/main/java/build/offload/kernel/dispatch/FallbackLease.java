package build.offload.kernel.dispatch;

import build.offload.kernel.dispatch.Needs.Laptop;
import build.offload.kernel.store.LeaseRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.spi.model.HostName;
import java.time.Instant;
import java.util.Optional;

/**
 * When a lease lets the laptop take a job. By the rule, one that was granted must have room, and a used up or recalled one is
 * waited out; what an operator overrides gets a lease of its own where none has room.
 */
final class FallbackLease {

    /** Why a lease is granted by the rule: the whole fleet is overloaded and the queue is longer than the fleet. */
    static final String OVERLOADED = "overloaded";

    /** Why a lease is granted because a submission says so. */
    static final String OVERRIDE = "local-override";

    private FallbackLease() {}

    /** Return whether the laptop takes work because the fleet cannot. */
    static boolean rule(FleetSnapshot fleet, int waiting, DispatchPolicy policy) {
        boolean wanted = policy.enabled() && policy.lease().jobs() > 0;
        return wanted && waiting > fleet.builders().size() && fleet.overloaded();
    }

    /** Return whether a job may take the laptop as far as leases go. */
    static boolean permits(Optional<LeaseRow> last, Laptop wish, Instant now) {
        boolean free = last.filter(lease -> now.isBefore(lease.expiresAt()) && !lease.admits(now))
                .isEmpty();
        return wish == Laptop.OVERRIDE || free;
    }

    /** Return the lease that admits a job: the present one where it has room, else a new one. */
    static LeaseRow admitting(ReadTransaction tx, HostName laptop, String reason, Instant now, DispatchPolicy policy) {
        return tx.leases()
                .of(laptop)
                .filter(lease -> lease.admits(now))
                .orElseGet(() -> new LeaseRow(
                        laptop,
                        LeaseRow.State.GRANTED,
                        reason,
                        now,
                        now.plus(policy.lease().lasts()),
                        Math.max(1, policy.lease().jobs())));
    }
}
