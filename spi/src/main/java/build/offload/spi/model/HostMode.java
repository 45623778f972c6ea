package build.offload.spi.model;

/** What an operator decided about a host's admission; dispatch needs {@link #ACTIVE} and {@link HostState#AVAILABLE}. */
public enum HostMode {
    ACTIVE,
    DRAINING
}
