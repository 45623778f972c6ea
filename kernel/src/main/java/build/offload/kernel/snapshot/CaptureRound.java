package build.offload.kernel.snapshot;

import build.offload.kernel.snapshot.CheckoutListing.Listing;
import build.offload.spi.model.TreeId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** One try at a capture: list, store, look again. Leaves the mirror's index as it found the checkout, for the next one. */
final class CaptureRound {

    private static final List<String> WRITE_TREE = List.of("write-tree");

    private final Workbench bench;
    private final MirrorFolder mirror;

    private CaptureRound(Workbench bench, MirrorFolder mirror) {
        this.bench = bench;
        this.mirror = mirror;
    }

    /** How the try went. */
    sealed interface Outcome {
        /** The snapshot is what the checkout held at one moment. */
        record Taken(Snapshot snapshot) implements Outcome {}

        /** These files changed meanwhile. */
        record Moved(Set<TreePath> paths) implements Outcome {}
    }

    static Outcome run(Workbench bench, MirrorFolder mirror) throws IOException {
        return new CaptureRound(bench, mirror).run();
    }

    private Outcome run() throws IOException {
        long begin = bench.now();
        Optional<CapturedState> before = CapturedState.read(mirror);
        Listing listing = CheckoutListing.list(bench);
        IndexUpdate update = new IndexUpdate(bench, mirror, before, listing, begin);
        FolderScan.Found found;
        IndexUpdate.Outcome outcome;
        try (Git.Running running = update.start()) {
            found = FolderScan.scan(bench, listing);
            outcome = update.finish(running.await());
        }
        return switch (outcome) {
            case IndexUpdate.Outcome.Moved(Set<TreePath> paths) -> new Outcome.Moved(paths);
            case IndexUpdate.Outcome.Done done -> {
                FolderScan.Found all = found.and(FolderScan.scanReplaced(bench, listing, done.gone()));
                List<LeftOut> leftOut = new ArrayList<>(listing.leftOut());
                leftOut.addAll(all.leftOut());
                leftOut.addAll(done.leftOut());
                Set<TreePath> moved = moved(before, begin, done, leftOut);
                moved.addAll(new Relisting(bench, listing, begin).moved(all));
                TreeId tree = settle(before, begin, done.index());
                yield moved.isEmpty()
                        ? new Outcome.Taken(new Snapshot(tree, entries(done.index()), all.emptyFolders(), leftOut))
                        : new Outcome.Moved(moved);
            }
        };
    }

    private Set<TreePath> moved(
            Optional<CapturedState> before, long begin, IndexUpdate.Outcome.Done done, List<LeftOut> leftOut)
            throws IOException {
        GitIndex known = before.map(CapturedState::index).orElse(GitIndex.EMPTY);
        Set<TreePath> moved = new LinkedHashSet<>(Recheck.moved(bench.checkout(), begin, known, done.index()));
        for (TreePath path : done.missing()) {
            lookForMissing(path, begin, moved, leftOut);
        }
        return moved;
    }

    /** A listed path that is not in the index is deleted, has come back, or bears a name that git does not store. */
    private void lookForMissing(TreePath path, long begin, Set<TreePath> moved, List<LeftOut> leftOut)
            throws IOException {
        Optional<FileStatus> status = FileStatus.of(path.under(bench.checkout()));
        if (status.isEmpty() || status.get().entryMode().isEmpty()) {
            return;
        }
        if (status.get().stamp().changedNanos() >= begin) {
            moved.add(path);
        } else {
            leftOut.add(new LeftOut(path.toString(), "git does not store a path of this name"));
        }
    }

    /** Name the tree and make this index the mirror's. */
    private TreeId settle(Optional<CapturedState> before, long begin, GitIndex after) throws IOException {
        Optional<CapturedState> same =
                before.filter(state -> state.index().checksum().equals(after.checksum()));
        if (same.isPresent()) {
            new CapturedState(begin, same.get().tree(), after).write(mirror);
            return same.get().tree();
        }
        TreeId tree = writeTree();
        if (Files.exists(bench.index())) {
            GitIndex written = new GitIndex(List.of(), GitIndex.checksumOf(bench.index()));
            Files.move(bench.index(), mirror.index(), StandardCopyOption.ATOMIC_MOVE);
            new CapturedState(begin, tree, written).write(mirror);
        }
        return tree;
    }

    private TreeId writeTree() throws IOException {
        Path output = bench.onObjects(WRITE_TREE).output();
        return new TreeId(Files.readString(output).strip());
    }

    private static List<TreeEntry> entries(GitIndex index) {
        List<TreeEntry> entries = new ArrayList<>(index.entries().size());
        for (GitIndex.Entry entry : index.entries()) {
            EntryMode.of(entry.mode())
                    .ifPresent(mode -> entries.add(new TreeEntry(entry.path(), mode, entry.objectId())));
        }
        return entries;
    }
}
