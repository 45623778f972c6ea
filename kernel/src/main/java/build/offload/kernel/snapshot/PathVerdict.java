package build.offload.kernel.snapshot;

import build.offload.kernel.snapshot.CheckoutListing.Listing;
import build.offload.kernel.snapshot.CheckoutListing.Part;
import build.offload.kernel.snapshot.Preview.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Says of one path whether it is in a snapshot, and by which rule it is not; git is asked for its own rules. */
final class PathVerdict {

    private static final String GIT_FOLDER = ".git";

    private final Workbench bench;
    private final Snapshot snapshot;

    PathVerdict(Workbench bench, Snapshot snapshot) {
        this.bench = bench;
        this.snapshot = snapshot;
    }

    /** Explain a path relative to the checkout's top, without a slash at its end. */
    Verdict of(String text) throws IOException {
        TreePath path = TreePath.of(text);
        if (snapshot.entries().stream().anyMatch(entry -> entry.path().equals(path))) {
            return new Verdict(true, "git calls it tracked, or untracked and not ignored");
        }
        long below = snapshot.entries().stream()
                .filter(entry -> entry.path().isBelow(path))
                .count();
        if (below > 0) {
            return new Verdict(true, "is a folder of which " + below + " files travel");
        }
        if (snapshot.emptyFolders().contains(text)) {
            return new Verdict(true, "is an empty folder, and made on the host");
        }
        return new Verdict(false, whyNot(text, path));
    }

    private String whyNot(String text, TreePath path) throws IOException {
        Optional<String> leftOut = snapshot.leftOut().stream()
                .filter(left -> left.path().equals(text))
                .map(LeftOut::reason)
                .findFirst();
        if (leftOut.isPresent()) {
            return leftOut.get();
        }
        List<String> names = List.of(text.split("/"));
        if (names.contains(GIT_FOLDER)) {
            return "is git's own; a repository never travels, only what is checked out";
        }
        if (names.stream().anyMatch(name -> TreePath.of(name).reserved())) {
            return "bears a name that offload keeps for itself";
        }
        if (FileStatus.of(path.under(bench.checkout())).isEmpty()) {
            return "is not there; a file that git tracks and that is deleted here is missing on the host as well";
        }
        return ignored(path)
                .orElse("git does not list it, and names no rule; a folder travels only with what is in it");
    }

    private Optional<String> ignored(TreePath path) throws IOException {
        Listing listing = CheckoutListing.list(bench);
        Part part = listing.partOf(path);
        Path where = part.folder().under(bench.checkout());
        int prefix =
                part.folder().latin1().isEmpty() ? 0 : part.folder().latin1().length() + 1;
        Path input = bench.listed(List.of(new TreePath(path.latin1().substring(prefix))));
        Git.Result result = bench.inCheckout(
                where, part.plain(), List.of("check-ignore", "-v", "-z", "--stdin"), Optional.of(input));
        String[] said = new String(result.bytes(), StandardCharsets.UTF_8).split("\0");
        return result.exitCode() == 0 && said.length >= 3
                ? Optional.of("is ignored by " + said[0] + ", line " + said[1] + ": " + said[2])
                : Optional.empty();
    }
}
