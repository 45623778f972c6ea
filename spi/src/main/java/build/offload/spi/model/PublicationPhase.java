package build.offload.spi.model;

/** Where a job's outputs are; exactly the wire's words. */
public enum PublicationPhase {
    NONE,
    STAGED,
    PROMOTED,
    BLOCKED,
    DISCARDED
}
