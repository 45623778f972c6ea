package build.offload.kernel.snapshot;

import build.offload.kernel.snapshot.CheckoutListing.Listing;
import build.offload.kernel.snapshot.CheckoutListing.Part;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds out, once the files are read, whether the names are still those that were listed: a folder that was renamed in between
 * leaves no trace on its files, and a new file is in no list. Where no folder and no rule changed since the capture began, they
 * are; else the checkout is listed again.
 */
final class Relisting {

    private static final Set<String> RULES = Set.of(".gitignore");

    private final Workbench bench;
    private final Listing listing;
    private final long begin;

    Relisting(Workbench bench, Listing listing, long begin) {
        this.bench = bench;
        this.listing = listing;
        this.begin = begin;
    }

    /** Return the paths that were listed and are no more, or are there and were not listed. */
    Set<TreePath> moved(FolderScan.Found found) throws IOException {
        if (!anythingChanged()) {
            return Set.of();
        }
        Listing again = CheckoutListing.list(bench);
        Set<TreePath> moved = difference(listing.paths(), again.paths());
        moved.addAll(difference(folders(listing), folders(again)));
        moved.addAll(difference(empty(found), empty(FolderScan.scan(bench, again))));
        return moved;
    }

    private boolean anythingChanged() throws IOException {
        for (TreePath folder : FolderScan.foldersOf(listing)) {
            if (changed(folder)) {
                return true;
            }
        }
        for (TreePath path : listing.paths()) {
            String latin1 = path.latin1();
            if (RULES.contains(latin1.substring(latin1.lastIndexOf('/') + 1)) && changed(path)) {
                return true;
            }
        }
        return false;
    }

    private boolean changed(TreePath path) throws IOException {
        return FileStatus.of(path.under(bench.checkout()))
                .filter(status -> status.stamp().changedNanos() < begin)
                .isEmpty();
    }

    private static Set<TreePath> folders(Listing listing) {
        return listing.parts().stream().map(Part::folder).collect(Collectors.toSet());
    }

    private static Set<TreePath> empty(FolderScan.Found found) {
        List<String> folders = found.emptyFolders();
        return folders.stream().map(TreePath::of).collect(Collectors.toSet());
    }

    private static Set<TreePath> difference(Set<TreePath> one, Set<TreePath> other) {
        Set<TreePath> either = new HashSet<>(one);
        either.addAll(other);
        either.removeIf(path -> one.contains(path) && other.contains(path));
        return either;
    }
}
