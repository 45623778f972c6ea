package build.offload.kernel.fleet;

import build.offload.spi.model.HostMode;
import build.offload.spi.model.HostState;

/** The host state machine: one function from where a host stands and what happened to where it stands then. */
public final class HostLife {

    /** What happened. */
    public enum Cause {
        /** An operator drained the host. */
        DRAIN,
        /** An operator took it back. */
        RESTORE,
        /** Neither remote nor CI jobs run on it any more. */
        IDLE,
        /** It is reached in another way from now on, so that nothing is known of it under that. */
        REKEYED,
        /** It answered, and all four gates are green. */
        GREEN,
        /** It answered, and a gate is red; or it has been silent past the bound. */
        UNFIT
    }

    private HostLife() {}

    /** Return where a host stands after {@code cause}; {@code mode} is that of its control record after it. */
    public static HostState next(HostState from, HostMode mode, Cause cause) {
        return switch (cause) {
            case DRAIN -> drained(from);
            case RESTORE -> restored(from);
            case IDLE -> from == HostState.DRAINING ? HostState.MAINTENANCE : from;
            case REKEYED -> from == HostState.AVAILABLE ? HostState.RESTORING : from;
            case GREEN -> fit(from, mode);
            case UNFIT -> HostState.DEGRADED;
        };
    }

    /** A drain is never refused because a host is ill; one that is out of service already stays where it is. */
    private static HostState drained(HostState from) {
        return switch (from) {
            case AVAILABLE, RESTORING -> HostState.DRAINING;
            case DRAINING, MAINTENANCE, DEGRADED -> from;
        };
    }

    private static HostState restored(HostState from) {
        return switch (from) {
            case DRAINING, MAINTENANCE, DEGRADED -> HostState.RESTORING;
            case AVAILABLE, RESTORING -> from;
        };
    }

    /** Out of {@code degraded} leads only the way that the operator's last decision left open. */
    private static HostState fit(HostState from, HostMode mode) {
        return switch (from) {
            case RESTORING -> mode == HostMode.ACTIVE ? HostState.AVAILABLE : HostState.DRAINING;
            case DEGRADED -> mode == HostMode.ACTIVE ? HostState.RESTORING : HostState.DRAINING;
            case AVAILABLE, DRAINING, MAINTENANCE -> from;
        };
    }
}
