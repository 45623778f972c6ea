package build.offload.kernel.snapshot;

import build.offload.spi.model.FileStamp;
import build.offload.spi.model.OutputPath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The part of a snapshot that a job's publication depends on. */
final class Generation {

    private final OutputCover outputs;
    private final Set<TreePath> ours;

    private Generation(OutputCover outputs, Set<TreePath> ours) {
        this.outputs = outputs;
        this.ours = ours;
    }

    /** Apply a rule to the checkout as it stands: which promoted files are still ours is looked up now. */
    static Generation of(Path checkout, GenerationRule rule) throws IOException {
        Set<TreePath> ours = new HashSet<>();
        for (Map.Entry<OutputPath, FileStamp> placed : rule.placed().entrySet()) {
            TreePath path = TreePath.of(placed.getKey());
            Optional<FileStatus> status = FileStatus.of(path.under(checkout));
            if (status.map(FileStatus::stamp).filter(placed.getValue()::equals).isPresent()) {
                ours.add(path);
            }
        }
        return new Generation(new OutputCover(rule.outputs()), ours);
    }

    /** Return SHA-256 over mode, object and path of each entry that counts, in order. */
    String digest(List<TreeEntry> entries) {
        MessageDigest digest = Digests.sha256();
        for (TreeEntry entry : entries) {
            if (counts(entry)) {
                String head = entry.mode().text() + " " + entry.objectId() + "\t";
                digest.update(head.getBytes(StandardCharsets.US_ASCII));
                digest.update(entry.path().bytes());
                digest.update((byte) 0);
            }
        }
        return Digests.hex(digest);
    }

    List<MovedPath> moved(List<TreeEntry> then, List<TreeEntry> now) {
        Map<TreePath, TreeEntry> before = counting(then);
        List<MovedPath> moved = new ArrayList<>();
        for (TreeEntry entry : now) {
            TreeEntry old = before.remove(entry.path());
            if (!entry.equals(old) && counts(entry)) {
                moved.add(moved(entry, old == null ? MovedPath.Change.ADDED : MovedPath.Change.CHANGED));
            }
        }
        before.values().forEach(gone -> moved.add(moved(gone, MovedPath.Change.REMOVED)));
        return moved;
    }

    private static MovedPath moved(TreeEntry entry, MovedPath.Change change) {
        return new MovedPath(entry.path().toString(), change);
    }

    private Map<TreePath, TreeEntry> counting(List<TreeEntry> entries) {
        Map<TreePath, TreeEntry> counting = new TreeMap<>();
        for (TreeEntry entry : entries) {
            if (counts(entry)) {
                counting.put(entry.path(), entry);
            }
        }
        return counting;
    }

    private boolean counts(TreeEntry entry) {
        return !ours.contains(entry.path()) && !outputs.covers(entry.path());
    }
}
