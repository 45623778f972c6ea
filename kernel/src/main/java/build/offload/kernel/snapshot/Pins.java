package build.offload.kernel.snapshot;

import build.offload.spi.model.JobId;
import build.offload.spi.model.TreeId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Keeps the snapshots of unfinished jobs: a reference in the mirror, so that no cleaning by git takes the tree, and beside it
 * the empty folders, which the tree cannot hold.
 */
final class Pins {

    private static final Pattern JOB = Pattern.compile("[0-9a-f]{64}");

    private final MirrorFolder mirror;

    Pins(MirrorFolder mirror) {
        this.mirror = mirror;
    }

    /** A kept snapshot, as far as a host needs it. */
    record Pin(TreeId tree, List<String> emptyFolders) {}

    void pin(JobId job, TreeId tree, List<String> emptyFolders) throws IOException {
        StringBuilder text = new StringBuilder(tree.value());
        emptyFolders.forEach(folder -> text.append('\0').append(folder));
        noteRecent(tree);
        MirrorFolder.put(reference(job), tree + "\n");
        MirrorFolder.put(list(job), text.toString());
    }

    private void noteRecent(TreeId tree) throws IOException {
        Path note = mirror.recent().resolve(tree.value());
        Files.deleteIfExists(note);
        Files.createFile(note);
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

    /** Return the jobs whose snapshots are kept, also where a crash left only half of a pin. */
    Set<JobId> all() throws IOException {
        Set<JobId> jobs = new HashSet<>();
        for (Path folder : List.of(mirror.pins(), mirror.pinReferences())) {
            if (Files.isDirectory(folder)) {
                try (Stream<Path> files = Files.list(folder)) {
                    files.map(file -> String.valueOf(file.getFileName()))
                            .filter(name -> JOB.matcher(name).matches())
                            .forEach(name -> jobs.add(new JobId(name)));
                }
            }
        }
        return jobs;
    }

    private Path reference(JobId job) {
        return mirror.pinReferences().resolve(job.value());
    }

    private Path list(JobId job) {
        return mirror.pins().resolve(job.value());
    }
}
