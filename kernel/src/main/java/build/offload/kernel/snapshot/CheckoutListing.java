package build.offload.kernel.snapshot;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Asks git in the checkout which files are the user's own: tracked, or untracked and not ignored. Nested repositories and
 * submodules are asked in turn, each by its own rules, so that their files go in by path.
 */
final class CheckoutListing {

    private static final List<String> LIST =
            List.of("-c", "core.fsmonitor=false", "ls-files", "-z", "-t", "-s", "-c", "-o", "--exclude-standard");
    private static final String NESTED = "160000";

    /** How git tells of a folder that it cannot look into, and goes on as if that were empty. */
    private static final Pattern CLOSED_FOLDER =
            Pattern.compile("warning: could not open directory '(.*)': Permission denied");

    private final Workbench bench;
    private final Set<TreePath> paths = new LinkedHashSet<>();
    private final List<Part> parts = new ArrayList<>();
    private final List<LeftOut> leftOut = new ArrayList<>();
    private final Deque<TreePath> open = new ArrayDeque<>(List.of(TreePath.ROOT));

    private CheckoutListing(Workbench bench) {
        this.bench = bench;
    }

    /**
     * What git said.
     *
     * @param paths every path to capture; tracked files that are deleted, or no files any more, are still among them
     * @param parts the checkout and what is nested in it
     */
    record Listing(Set<TreePath> paths, List<Part> parts, List<LeftOut> leftOut) {

        /** Return the part whose rules hold for a path. */
        Part partOf(TreePath path) {
            return parts.stream()
                    .filter(part -> path.isBelow(part.folder()))
                    .reduce((one, other) -> one.depth() >= other.depth() ? one : other)
                    .orElseThrow();
        }
    }

    /** A repository, or a plain folder in its place. */
    record Part(TreePath folder, boolean plain) {
        private int depth() {
            return folder.latin1().length();
        }
    }

    static Listing list(Workbench bench) throws IOException {
        CheckoutListing listing = new CheckoutListing(bench);
        while (!listing.open.isEmpty()) {
            listing.listPart(listing.open.removeFirst());
        }
        return new Listing(listing.paths, List.copyOf(listing.parts), List.copyOf(listing.leftOut));
    }

    private void listPart(TreePath folder) throws IOException {
        Path where = folder.under(bench.checkout());
        if (!reachable(where)) {
            leftOut.add(new LeftOut(folder.toString(), "a repository in a folder whose name this locale cannot spell"));
            return;
        }
        boolean plain = plain(folder, where);
        Git.Result result = bench.inCheckout(where, plain, LIST, Optional.empty());
        if (result.exitCode() != 0 && !plain && !folder.equals(TreePath.ROOT)) {
            // A nested repository that git itself cannot read, such as a work tree whose repository is gone.
            plain = true;
            result = bench.inCheckout(where, true, LIST, Optional.empty());
        }
        take(folder, plain, result);
    }

    /** Processes are given folders as text. */
    private static boolean reachable(Path where) {
        return where.toString().indexOf('\uFFFD') < 0;
    }

    private boolean plain(TreePath folder, Path where) {
        if (!folder.equals(TreePath.ROOT)) {
            return !hasRepository(where);
        }
        for (Path at = where; at != null; at = at.getParent()) {
            if (hasRepository(at)) {
                return false;
            }
        }
        return true;
    }

    private static boolean hasRepository(Path folder) {
        return Files.exists(folder.resolve(".git"), LinkOption.NOFOLLOW_LINKS);
    }

    private void take(TreePath folder, boolean plain, Git.Result result) throws IOException {
        if (result.exitCode() != 0) {
            throw new SnapshotException(
                    SnapshotException.Kind.CHECKOUT_UNREADABLE,
                    "git does not list the files of " + folder.under(bench.checkout()) + ": " + result.errors());
        }
        List<String> unreadable = result.errors()
                .lines()
                .map(CLOSED_FOLDER::matcher)
                .filter(Matcher::matches)
                .map(warning -> folder.equals(TreePath.ROOT) ? warning.group(1) : folder + "/" + warning.group(1))
                .toList();
        if (!unreadable.isEmpty()) {
            throw SnapshotException.unreadable(unreadable);
        }
        result.errors().lines().forEach(warning -> leftOut.add(new LeftOut(folder.toString(), warning)));
        parts.add(new Part(folder, plain));
        byte[] out = result.bytes();
        for (int from = 0, to = 0; to < out.length; to++) {
            if (out[to] == 0) {
                takeLine(folder, out, from, to);
                from = to + 1;
            }
        }
    }

    /** Take {@code ? path}, or {@code H mode object stage TAB path} for what is tracked. */
    private void takeLine(TreePath folder, byte[] out, int from, int to) throws IOException {
        boolean tracked = out[from] != '?';
        int start = tracked ? tab(out, from) + 1 : from + 2;
        boolean nested = tracked && new String(out, from + 2, 6, StandardCharsets.US_ASCII).equals(NESTED);
        boolean slash = out[to - 1] == '/';
        TreePath path = folder.child(TreePath.of(out, start, slash ? to - 1 : to));
        if (path.reserved()) {
            return;
        }
        if (slash || (nested && isFolder(path))) {
            open.add(path);
        } else {
            paths.add(path);
        }
    }

    private static int tab(byte[] out, int from) {
        int at = from;
        while (out[at] != '\t') {
            at++;
        }
        return at;
    }

    private boolean isFolder(TreePath path) throws IOException {
        return FileStatus.of(path.under(bench.checkout()))
                .filter(status -> status.kind() == FileStatus.Kind.FOLDER)
                .isPresent();
    }
}
