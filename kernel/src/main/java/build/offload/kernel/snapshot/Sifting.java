package build.offload.kernel.snapshot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Looks at every listed path, to tell what git can store from what took the place of a tracked file: a folder, a link to
 * one, a FIFO. Slower than asking git, so done only when git stopped.
 */
final class Sifting {

    private final Path checkout;
    private final List<TreePath> kept = new ArrayList<>();
    private final Set<TreePath> present = new HashSet<>();
    private final Set<TreePath> dropped = new HashSet<>();
    private final List<LeftOut> leftOut = new ArrayList<>();
    private final List<String> unreadable = new ArrayList<>();
    private final Map<TreePath, Boolean> throughLink = new HashMap<>();

    private Sifting(Path checkout) {
        this.checkout = checkout;
    }

    static Sifting of(Path checkout, Collection<TreePath> paths) throws IOException {
        Sifting sifting = new Sifting(checkout);
        for (TreePath path : paths) {
            sifting.sift(path);
        }
        return sifting;
    }

    private void sift(TreePath path) throws IOException {
        if (throughLink(path.folder().orElse(TreePath.ROOT))) {
            dropped.add(path);
            return;
        }
        Path file = path.under(checkout);
        Optional<FileStatus> status = FileStatus.of(file);
        if (status.isEmpty()) {
            kept.add(path);
            return;
        }
        switch (status.get().kind()) {
            case REGULAR -> siftFile(path, file);
            case LINK -> keep(path);
            case FOLDER -> dropped.add(path);
            case SPECIAL -> {
                dropped.add(path);
                leftOut.add(new LeftOut(path.toString(), "is " + status.get().typeName()));
            }
        }
    }

    private void siftFile(TreePath path, Path file) {
        if (Files.isReadable(file)) {
            keep(path);
        } else {
            unreadable.add(path.toString());
        }
    }

    private void keep(TreePath path) {
        kept.add(path);
        present.add(path);
    }

    private boolean throughLink(TreePath folder) throws IOException {
        Boolean known = throughLink.get(folder);
        if (known == null) {
            known = !folder.equals(TreePath.ROOT)
                    && (isLink(folder) || throughLink(folder.folder().orElse(TreePath.ROOT)));
            throughLink.put(folder, known);
        }
        return known;
    }

    private boolean isLink(TreePath folder) throws IOException {
        return FileStatus.of(folder.under(checkout))
                .filter(status -> status.kind() == FileStatus.Kind.LINK)
                .isPresent();
    }

    /** Return what git can store, or notes as deleted. */
    List<TreePath> kept() {
        return kept;
    }

    /** Return the files and links among them. */
    Set<TreePath> present() {
        return present;
    }

    Set<TreePath> dropped() {
        return dropped;
    }

    List<LeftOut> leftOut() {
        return leftOut;
    }

    List<String> unreadable() {
        return unreadable;
    }
}
