package build.offload.spi.model;

/** Where a host stands in its life; also the words of the cluster's desired mode. */
public enum HostState {
    AVAILABLE,
    DRAINING,
    MAINTENANCE,
    RESTORING,
    DEGRADED
}
