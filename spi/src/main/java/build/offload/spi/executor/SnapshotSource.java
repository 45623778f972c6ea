package build.offload.spi.executor;

import build.offload.spi.model.TreeId;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;

/** A snapshot as an executor reads it: a tree in a git object store that nobody changes while it is read. */
public interface SnapshotSource {

    /** Return the tree to lay out. */
    TreeId tree();

    /** Return the folders, relative, that hold nothing and which git therefore does not know. */
    List<String> emptyFolders();

    /**
     * Write a git pack with every object of the tree, less those of {@code base} where the host has that tree already.
     *
     * @throws IOException when an object is missing here or the stream does not take it
     */
    void writePack(Optional<TreeId> base, OutputStream out) throws IOException;
}
