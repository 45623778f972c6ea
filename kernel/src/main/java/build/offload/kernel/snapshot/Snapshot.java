package build.offload.kernel.snapshot;

import build.offload.spi.model.TreeId;
import java.util.List;

/**
 * What a checkout held at one moment, by the user's own git rules: what is tracked, and what is untracked and not ignored.
 *
 * @param tree names everything in {@code entries}; its objects are in the mirror
 * @param entries in the order of their paths' bytes
 * @param emptyFolders folders, relative, that hold nothing but folders, and which a tree cannot hold; not the ignored ones.
 *     A folder whose files are all ignored is not among them, as git itself says nothing of it
 * @param leftOut what could not be taken, for the user to read
 */
public record Snapshot(TreeId tree, List<TreeEntry> entries, List<String> emptyFolders, List<LeftOut> leftOut) {
    public Snapshot {
        entries = List.copyOf(entries);
        emptyFolders = List.copyOf(emptyFolders);
        leftOut = List.copyOf(leftOut);
    }
}
