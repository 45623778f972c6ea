package build.offload.kernel.snapshot;

/** A path at which the checkout is not what a job's snapshot says. */
public record MovedPath(String path, Change change) {

    /** How it differs. */
    public enum Change {
        ADDED,
        CHANGED,
        REMOVED
    }
}
