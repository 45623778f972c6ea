package build.offload.kernel.snapshot;

import build.offload.spi.model.JobId;
import build.offload.spi.model.TreeId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Keeps the snapshots of unfinished jobs: a reference in the mirror, so that no cleaning by git takes the tree, and beside it
 * the empty folders, which the tree cannot hold.
 */
final class Pins {

    private final MirrorFolder mirror;

    Pins(MirrorFolder mirror) {
        this.mirror = mirror;
    }

    /** A kept snapshot, as far as a host needs it. */
    record Pin(TreeId tree, List<String> emptyFolders) {}

    void pin(JobId job, TreeId tree, List<String> emptyFolders) throws IOException {
        StringBuilder text = new StringBuilder(tree.value());
        emptyFolders.forEach(folder -> text.append('\0').append(folder));
        MirrorFolder.put(reference(job), tree + "\n");
        MirrorFolder.put(list(job), text.toString());
    }

    void unpin(JobId job) throws IOException {
        Files.deleteIfExists(list(job));
        Files.deleteIfExists(reference(job));
    }

    Optional<Pin> find(JobId job) throws IOException {
        if (!Files.exists(list(job))) {
            return Optional.empty();
        }
        List<String> parts = List.of(Files.readString(list(job)).split("\0", -1));
        return Optional.of(new Pin(new TreeId(parts.getFirst()), parts.subList(1, parts.size())));
    }

    private Path reference(JobId job) {
        return mirror.pinReferences().resolve(job.value());
    }

    private Path list(JobId job) {
        return mirror.pins().resolve(job.value());
    }
}
