package build.offload.kernel.snapshot;

import build.offload.spi.model.FileStamp;
import build.offload.spi.model.OutputPath;
import build.offload.spi.model.OutputPattern;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Notes how the files that a job's outputs cover stand when it is submitted: only so may its publication replace them. */
final class OutputStamps {

    /** So many entries are looked at for each file that may be found. */
    private static final int LOOKS_PER_FILE = 10;

    private final Path checkout;
    private final int limit;
    private final Map<OutputPath, FileStamp> stamps = new HashMap<>();
    private long looks;

    private OutputStamps(Path checkout, int limit) {
        this.checkout = checkout;
        this.limit = limit;
    }

    static Map<OutputPath, FileStamp> of(Path checkout, List<OutputPattern> outputs, int limit) throws IOException {
        OutputStamps all = new OutputStamps(checkout, limit);
        for (OutputPattern output : outputs) {
            all.add(output);
        }
        return Map.copyOf(all.stamps);
    }

    private void add(OutputPattern output) throws IOException {
        String[] components = output.value().split("/");
        TreePath folder = TreePath.ROOT;
        int fixed = 0;
        while (fixed < components.length - 1 && literal(components[fixed])) {
            folder = folder.child(TreePath.of(components[fixed]));
            if (!isFolder(folder)) {
                return;
            }
            fixed++;
        }
        if (output.literal()) {
            look(TreePath.of(output.value()), _ -> true, output);
        } else {
            boolean deep = List.of(components).contains("**");
            walk(folder, new Search(output, output.matcher()), deep ? Integer.MAX_VALUE : components.length - fixed);
        }
    }

    private record Search(OutputPattern output, Predicate<OutputPath> matcher) {}

    private static boolean literal(String component) {
        return component.chars().noneMatch(c -> c == '*' || c == '?' || c == '[');
    }

    private void walk(TreePath folder, Search search, int depth) throws IOException {
        for (TreePath name : TreePath.namesIn(folder.under(checkout))) {
            TreePath path = folder.child(name);
            boolean isFolder = look(path, search.matcher(), search.output());
            if (isFolder && depth > 1 && path.output().isPresent()) {
                walk(path, search, depth - 1);
            }
        }
    }

    /** Note a file if it is covered; returns whether it is a folder. Names that no output can have are passed over. */
    private boolean look(TreePath path, Predicate<OutputPath> matcher, OutputPattern output) throws IOException {
        if (++looks > (long) limit * LOOKS_PER_FILE) {
            throw tooMany(output);
        }
        Optional<FileStatus> status = FileStatus.of(path.under(checkout));
        if (status.isEmpty()) {
            return false;
        }
        if (status.get().kind() == FileStatus.Kind.REGULAR) {
            path.output()
                    .filter(matcher)
                    .ifPresent(covered -> stamps.put(covered, status.get().stamp()));
            if (stamps.size() > limit) {
                throw tooMany(output);
            }
        }
        return status.get().kind() == FileStatus.Kind.FOLDER;
    }

    private SnapshotException tooMany(OutputPattern output) {
        return new SnapshotException(
                SnapshotException.Kind.TOO_MANY_OUTPUTS,
                "the output '" + output + "' covers or searches too many files in " + checkout
                        + "; a job brings back up to " + limit + ", so declare it more narrowly",
                List.of(output.value()));
    }

    private boolean isFolder(TreePath path) throws IOException {
        return FileStatus.of(path.under(checkout))
                .filter(status -> status.kind() == FileStatus.Kind.FOLDER)
                .isPresent();
    }
}
