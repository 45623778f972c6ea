package build.offload.kernel.snapshot;

import build.offload.kernel.snapshot.CheckoutListing.Listing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Brings the workbench's index to what the checkout holds: git reads and stores every file that it does not know as
 * unchanged. What git's comparison by whole seconds could miss is taken out of the index first, so that it is read again.
 */
final class IndexUpdate {

    private static final List<String> REMOVE = List.of("update-index", "-z", "--force-remove", "--stdin");
    /** Without the threshold git makes a pack of each large file, which neither pruning nor the search for damage looks into. */
    private static final List<String> UPDATE = List.of(
            "-c", "core.bigFileThreshold=1024g", "update-index", "--add", "--remove", "--replace", "-z", "--stdin");

    /** Writes the index though nothing changed in it, so that files as young as its last writing are not read for ever. */
    private static final String WRITE_ANYWAY = "--force-write-index";

    private final Workbench bench;
    private final MirrorFolder mirror;
    private final Optional<CapturedState> before;
    private final Listing listing;
    private final long begin;

    IndexUpdate(Workbench bench, MirrorFolder mirror, Optional<CapturedState> before, Listing listing, long begin) {
        this.bench = bench;
        this.mirror = mirror;
        this.before = before;
        this.listing = listing;
        this.begin = begin;
    }

    /** Start the update; the caller has other work to do meanwhile. */
    Git.Running start() throws IOException {
        boolean rewrite = false;
        if (before.isPresent()) {
            Files.copy(mirror.index(), bench.index(), StandardCopyOption.COPY_ATTRIBUTES);
            remove(outdated(before.get()));
            rewrite = writtenTooEarly(before.get());
        }
        return bench.startOnIndex(command(rewrite), bench.listed(listing.paths()));
    }

    private static List<String> command(boolean rewrite) {
        List<String> command = new ArrayList<>(UPDATE);
        if (rewrite) {
            command.add(command.indexOf("--add"), WRITE_ANYWAY);
        }
        return command;
    }

    private void remove(Collection<TreePath> paths) throws IOException {
        if (!paths.isEmpty()) {
            bench.onIndex(REMOVE, bench.listed(paths));
        }
    }

    /** Return what is no longer listed, and what must be read again. */
    private List<TreePath> outdated(CapturedState state) throws IOException {
        List<TreePath> outdated = new ArrayList<>();
        for (GitIndex.Entry entry : state.index().entries()) {
            if (!listing.paths().contains(entry.path()) || (state.young(entry) && touched(state, entry))) {
                outdated.add(entry.path());
            }
        }
        return outdated;
    }

    private boolean touched(CapturedState state, GitIndex.Entry entry) throws IOException {
        return state.unsettled(entry)
                || FileStatus.of(entry.path().under(bench.checkout()))
                        .filter(entry::matches)
                        .isEmpty();
    }

    /** Return whether git has to compare contents each time because the index is as old as some files in it. */
    private boolean writtenTooEarly(CapturedState state) throws IOException {
        long written = Files.getLastModifiedTime(bench.index()).toInstant().getEpochSecond();
        return Math.floorDiv(begin, 1_000_000_000L) > written
                && state.index().entries().stream().anyMatch(entry -> entry.modifiedSecond() >= written);
    }

    /** How the update ended. */
    sealed interface Outcome {
        /**
         * The index is as the checkout was when each file was read.
         *
         * @param missing the listed paths that are not in it, though they are where git could have found them
         * @param dropped the listed paths that git could not have taken: no files, or behind a link
         */
        record Done(GitIndex index, Set<TreePath> missing, Set<TreePath> dropped, List<LeftOut> leftOut)
                implements Outcome {
            /** Return every listed path that is not in the index. */
            Set<TreePath> gone() {
                Set<TreePath> gone = new HashSet<>(missing);
                gone.addAll(dropped);
                return gone;
            }
        }

        /** These files changed so while git read them that it gave up. */
        record Moved(Set<TreePath> paths) implements Outcome {}
    }

    /** Take the result; if git stopped at something it cannot store, look at each path and go on without those. */
    Outcome finish(Git.Result result) throws IOException {
        if (result.exitCode() == 0) {
            return done(Set.of(), List.of());
        }
        Sifting sifting = Sifting.of(bench.checkout(), listing.paths());
        if (!sifting.unreadable().isEmpty()) {
            throw SnapshotException.unreadable(sifting.unreadable());
        }
        remove(inIndex(sifting.dropped()));
        Path kept = bench.listed(sifting.kept());
        try (Git.Running again = bench.startOnIndex(command(false), kept)) {
            Git.Result second = again.await();
            return second.exitCode() == 0 ? done(sifting.dropped(), sifting.leftOut()) : moved(sifting, second);
        }
    }

    private List<TreePath> inIndex(Set<TreePath> paths) {
        return before.stream()
                .flatMap(state -> state.index().entries().stream())
                .map(GitIndex.Entry::path)
                .filter(paths::contains)
                .toList();
    }

    private Outcome moved(Sifting sifting, Git.Result result) throws IOException {
        Set<TreePath> moved = new LinkedHashSet<>();
        for (TreePath path : sifting.present()) {
            Optional<FileStatus> status = FileStatus.of(path.under(bench.checkout()));
            if (status.filter(unchangedSince(begin)).isEmpty()) {
                moved.add(path);
            }
        }
        if (moved.isEmpty()) {
            throw bench.broken(result, UPDATE);
        }
        return new Outcome.Moved(moved);
    }

    private static Predicate<FileStatus> unchangedSince(long moment) {
        return status -> status.stamp().changedNanos() < moment;
    }

    private Outcome done(Set<TreePath> dropped, List<LeftOut> leftOut) throws IOException {
        GitIndex after = indexNow();
        Set<TreePath> missing = new HashSet<>(listing.paths());
        missing.removeAll(dropped);
        after.entries().forEach(entry -> missing.remove(entry.path()));
        return new Outcome.Done(after, missing, dropped, leftOut);
    }

    /** Read the index, unless git found nothing to change in it. */
    private GitIndex indexNow() throws IOException {
        if (!Files.exists(bench.index())) {
            return GitIndex.EMPTY;
        }
        String checksum = GitIndex.checksumOf(bench.index());
        Optional<GitIndex> same = before.map(CapturedState::index)
                .filter(index -> index.checksum().equals(checksum));
        return same.isPresent() ? same.get() : GitIndex.read(bench.index()).orElse(GitIndex.EMPTY);
    }
}
