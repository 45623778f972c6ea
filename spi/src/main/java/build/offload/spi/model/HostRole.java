package build.offload.spi.model;

/** What a machine is to the fleet: a builder takes jobs, the workstation is the laptop that submits them. */
public enum HostRole {
    BUILDER,
    WORKSTATION
}
