package build.offload.spi.model;

/** How far a job has come. The last five are ends: nothing but {@code job-retry} leaves {@link #LOST}, and
 * nothing but {@code job-publish} leaves {@link #BLOCKED}. */
public enum JobStage {
    WAITING,
    PREPARING,
    RUNNING,
    COLLECTING,
    PUBLISHING,
    SUCCEEDED,
    FAILED,
    BLOCKED,
    CANCELLED,
    LOST;

    /** Return whether a job in this stage will not move on by itself. */
    public boolean finished() {
        return switch (this) {
            case WAITING, PREPARING, RUNNING, COLLECTING, PUBLISHING -> false;
            case SUCCEEDED, FAILED, BLOCKED, CANCELLED, LOST -> true;
        };
    }
}
