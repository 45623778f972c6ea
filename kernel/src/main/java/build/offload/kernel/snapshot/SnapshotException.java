package build.offload.kernel.snapshot;

import java.io.IOException;
import java.util.List;

/** Thrown when a checkout could not be captured or its mirror could not be read; says what, why and what to do. */
public final class SnapshotException extends IOException {

    private static final long serialVersionUID = 1L;

    /** What kind of failure it was. */
    public enum Kind {
        /** Files changed each time they were read; the user waits until they rest and submits again. */
        CHECKOUT_MOVES,
        /** A file or folder is there but may not be read. */
        FILE_UNREADABLE,
        /** The checkout is gone, or git does not work in it. */
        CHECKOUT_UNREADABLE,
        /** A declaration covers more files than a job may bring back. */
        TOO_MANY_OUTPUTS,
        /** The mirror does not work, also after it was repaired. */
        MIRROR_BROKEN
    }

    private final Kind kind;
    private final transient List<String> paths;

    SnapshotException(Kind kind, String message, List<String> paths) {
        super(message);
        this.kind = kind;
        this.paths = List.copyOf(paths);
    }

    SnapshotException(Kind kind, String message) {
        this(kind, message, List.of());
    }

    /** Return the failure of files or folders that are there and may not be read. */
    static SnapshotException unreadable(List<String> paths) {
        return new SnapshotException(
                Kind.FILE_UNREADABLE,
                "may not be read: " + String.join(", ", paths) + "; make it readable, or have git ignore it",
                paths);
    }

    /** Return what kind of failure it was. */
    public Kind kind() {
        return kind;
    }

    /** Return the paths it is about, in the checkout; empty when it is about the whole. */
    public List<String> paths() {
        return paths;
    }
}
