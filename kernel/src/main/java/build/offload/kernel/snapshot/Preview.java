package build.offload.kernel.snapshot;

import java.util.List;
import java.util.Optional;

/**
 * What a submission would send.
 *
 * @param files every entry with its size, in the order of the snapshot
 * @param verdict of the path that was asked about
 */
public record Preview(Snapshot snapshot, List<Sized> files, Optional<Verdict> verdict) {

    /** An entry and how many bytes it holds; 0 when it vanished meanwhile. */
    public record Sized(TreeEntry entry, long bytes) {}

    /** Whether a path travels, and why. */
    public record Verdict(boolean travels, String reason) {}
}
