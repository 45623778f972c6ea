package build.offload.kernel.snapshot;

import build.offload.kernel.snapshot.CheckoutListing.Listing;
import build.offload.kernel.snapshot.CheckoutListing.Part;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds what git has no word for: empty folders, and things that are neither file, link nor folder. Only the folders that
 * hold listed files are read, and beside them those that hold nothing; the depths of ignored folders are not.
 */
final class FolderScan {

    private static final TreePath REPOSITORY = TreePath.of(".git");
    private static final int NONE_IGNORED = 1;

    private final Workbench bench;
    private final Listing listing;
    private final Map<TreePath, FileStatus> found = new TreeMap<>();

    /** Folders that git itself named: a nested repository without a file, or the place of tracked files that are deleted. */
    private final List<TreePath> namedAndEmpty = new ArrayList<>();

    private FolderScan(Workbench bench, Listing listing) {
        this.bench = bench;
        this.listing = listing;
    }

    /** What was found. */
    record Found(List<String> emptyFolders, List<LeftOut> leftOut) {
        private static final Found NOTHING = new Found(List.of(), List.of());

        /** Return both. */
        Found and(Found more) {
            if (more.equals(NOTHING)) {
                return this;
            }
            List<String> folders = new ArrayList<>(emptyFolders);
            folders.addAll(more.emptyFolders);
            Collections.sort(folders);
            List<LeftOut> all = new ArrayList<>(leftOut);
            all.addAll(more.leftOut);
            return new Found(folders, all);
        }

        private void addFolder(TreePath path) {
            path.utf8()
                    .ifPresentOrElse(
                            emptyFolders::add,
                            () -> leftOut.add(
                                    new LeftOut(path.toString(), "is an empty folder whose name is not UTF-8")));
        }
    }

    static Found scan(Workbench bench, Listing listing) throws IOException {
        FolderScan scan = new FolderScan(bench, listing);
        Set<TreePath> known = foldersOf(listing);
        for (TreePath folder : known) {
            // A listed path with listed files below it is a link that took the place of a folder.
            if (!listing.paths().contains(folder)) {
                scan.look(folder, known);
            }
        }
        return scan.sorted();
    }

    /** Find what the folders hold that took the place of tracked files; {@code gone} are the listed paths that are none any more. */
    static Found scanReplaced(Workbench bench, Listing listing, Set<TreePath> gone) throws IOException {
        FolderScan scan = new FolderScan(bench, listing);
        List<TreePath> replaced = new ArrayList<>();
        for (TreePath path : gone) {
            if (scan.isFolder(path)) {
                replaced.add(path);
            }
        }
        // Few captures have any, and to know every folder takes a walk over every path.
        return replaced.isEmpty() ? Found.NOTHING : scan.lookInto(replaced);
    }

    private Found lookInto(List<TreePath> folders) throws IOException {
        Set<TreePath> known = foldersOf(listing);
        for (TreePath folder : folders) {
            if (known.contains(folder)) {
                look(folder, known);
            } else {
                lookAt(folder);
            }
        }
        return sorted();
    }

    /** What is behind a link is none of the checkout's folders. */
    private boolean isFolder(TreePath path) throws IOException {
        for (TreePath at = path; !at.equals(TreePath.ROOT); at = at.folder().orElse(TreePath.ROOT)) {
            Optional<FileStatus> status = FileStatus.of(at.under(bench.checkout()));
            if (status.isEmpty() || status.get().kind() != FileStatus.Kind.FOLDER) {
                return false;
            }
        }
        return true;
    }

    /** Return the folders that hold listed files or are parts. */
    static Set<TreePath> foldersOf(Listing listing) {
        Set<TreePath> known = new HashSet<>();
        for (TreePath path : listing.paths()) {
            addFolders(path, known);
        }
        for (Part part : listing.parts()) {
            known.add(part.folder());
            addFolders(part.folder(), known);
        }
        return known;
    }

    private static void addFolders(TreePath path, Set<TreePath> known) {
        Optional<TreePath> folder = path.folder();
        while (folder.isPresent() && known.add(folder.get())) {
            folder = folder.get().folder();
        }
    }

    private void look(TreePath folder, Set<TreePath> known) throws IOException {
        List<TreePath> children = children(folder);
        if (children.isEmpty() && !folder.equals(TreePath.ROOT) && exists(folder)) {
            namedAndEmpty.add(folder);
        }
        for (TreePath child : children) {
            if (!listing.paths().contains(child) && !known.contains(child)) {
                lookAt(child);
            }
        }
    }

    private boolean exists(TreePath folder) throws IOException {
        return FileStatus.of(folder.under(bench.checkout())).isPresent();
    }

    private void lookAt(TreePath path) throws IOException {
        FileStatus status = FileStatus.of(path.under(bench.checkout())).orElse(null);
        if (status == null) {
            return;
        }
        switch (status.kind()) {
            case FOLDER -> {
                List<TreePath> leaves = new ArrayList<>();
                if (holdsOnlyFolders(path, leaves)) {
                    leaves.forEach(leaf -> found.put(leaf, status));
                }
            }
            case SPECIAL -> found.put(path, status);
            case REGULAR, LINK -> {
                // Ignored, or newer than the list.
            }
        }
    }

    private boolean holdsOnlyFolders(TreePath folder, List<TreePath> leaves) throws IOException {
        List<TreePath> children = children(folder);
        if (children.isEmpty()) {
            leaves.add(folder);
        }
        for (TreePath child : children) {
            Optional<FileStatus> status = FileStatus.of(child.under(bench.checkout()));
            if (status.isPresent()
                    && (status.get().kind() != FileStatus.Kind.FOLDER || !holdsOnlyFolders(child, leaves))) {
                return false;
            }
        }
        return true;
    }

    private List<TreePath> children(TreePath folder) throws IOException {
        List<TreePath> children = new ArrayList<>();
        for (TreePath name : TreePath.namesIn(folder.under(bench.checkout()))) {
            if (!name.equals(REPOSITORY) && !name.reserved()) {
                children.add(folder.child(name));
            }
        }
        return children;
    }

    /** Take away what is ignored, and tell the rest apart. */
    private Found sorted() throws IOException {
        found.keySet().removeAll(ignored());
        Found sorted = new Found(new ArrayList<>(), new ArrayList<>());
        namedAndEmpty.forEach(sorted::addFolder);
        found.forEach((path, status) -> {
            if (status.kind() == FileStatus.Kind.SPECIAL) {
                sorted.leftOut().add(new LeftOut(path.toString(), "is " + status.typeName()));
            } else {
                sorted.addFolder(path);
            }
        });
        Collections.sort(sorted.emptyFolders());
        return sorted;
    }

    private Set<TreePath> ignored() throws IOException {
        Map<Part, List<TreePath>> byPart = new HashMap<>();
        for (TreePath path : found.keySet()) {
            byPart.computeIfAbsent(listing.partOf(path), _ -> new ArrayList<>()).add(path);
        }
        Set<TreePath> ignored = new HashSet<>();
        for (Map.Entry<Part, List<TreePath>> entry : byPart.entrySet()) {
            ignored.addAll(ignoredIn(entry.getKey(), entry.getValue()));
        }
        return ignored;
    }

    private List<TreePath> ignoredIn(Part part, List<TreePath> asked) throws IOException {
        int prefix =
                part.folder().latin1().isEmpty() ? 0 : part.folder().latin1().length() + 1;
        Path input = bench.listed(asked.stream()
                .map(path -> new TreePath(path.latin1().substring(prefix)))
                .toList());
        Git.Result result = bench.inCheckout(
                part.folder().under(bench.checkout()),
                part.plain(),
                List.of("check-ignore", "-z", "--stdin"),
                Optional.of(input));
        if (result.exitCode() > NONE_IGNORED) {
            throw new SnapshotException(
                    SnapshotException.Kind.CHECKOUT_UNREADABLE,
                    "git does not say what is ignored in " + part.folder().under(bench.checkout()) + ": "
                            + result.errors());
        }
        return split(result.bytes()).stream().map(part.folder()::child).toList();
    }

    private static List<TreePath> split(byte[] out) {
        List<TreePath> paths = new ArrayList<>();
        for (int from = 0, to = 0; to < out.length; to++) {
            if (out[to] == 0) {
                paths.add(TreePath.of(out, from, to));
                from = to + 1;
            }
        }
        return paths;
    }
}
