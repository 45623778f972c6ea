package build.offload.kernel.store;

import build.offload.spi.executor.HostIdentity;
import build.offload.spi.executor.HostTarget;
import build.offload.spi.model.HostLabels;
import build.offload.spi.model.HostName;
import build.offload.spi.model.HostRole;
import build.offload.spi.model.HostState;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * A host as the store keeps it.
 *
 * @param enrolling from enrolment to the first green look
 * @param observedAt when it last answered; absent before it first did
 * @param silentSince since when it has not answered; absent while it does
 */
public record HostRow(
        HostTarget target,
        HostRole role,
        HostState state,
        Optional<String> reason,
        String executor,
        HostIdentity identity,
        int slots,
        boolean primary,
        boolean enrolling,
        OptionalDouble load1,
        OptionalInt cores,
        Optional<Instant> observedAt,
        Optional<Instant> silentSince,
        HostLabels labels) {

    /** Return whether a controller on a machine may ask this host: of workstations each reaches its own alone. */
    public boolean reachableFrom(String machineId) {
        return role == HostRole.BUILDER || identity.machineId().equals(machineId);
    }

    /** Return the host's name. */
    public HostName name() {
        return target.name();
    }
}
