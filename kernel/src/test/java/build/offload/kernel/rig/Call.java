package build.offload.kernel.rig;

/** What the controller asks of a host. */
public enum Call {
    IDENTIFY,
    RUN,
    PROBE,
    PREPARE,
    START,
    FOLLOW,
    COLLECT,
    CANCEL,
    SWEEP,
    DISCARD
}
