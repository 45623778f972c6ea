package build.offload.kernel.snapshot;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Looks again after git has read the files, and finds those of which the index does not hold what is there.
 *
 * <p>A file that last changed before the capture began, and was not read in it, stood at the beginning as the index says. So
 * only what git read now is looked at again; but as soon as any file changed after the beginning, every file is, since then
 * the index is one moment's picture only if nothing moved until now. A time stamp that differs, or is too near the beginning to
 * prove anything, is no verdict: the content is read and compared, so that a mere touch refuses nothing.
 */
final class Recheck {

    private final Path checkout;
    private final long begin;
    private final Set<TreePath> moved = new LinkedHashSet<>();

    private Recheck(Path checkout, long begin) {
        this.checkout = checkout;
        this.begin = begin;
    }

    /** Return the paths whose files are not, or not for sure, what {@code after} says. */
    static Set<TreePath> moved(Path checkout, long begin, GitIndex before, GitIndex after) throws IOException {
        Recheck recheck = new Recheck(checkout, begin);
        for (GitIndex.Entry entry : recheck.suspects(before, after)) {
            recheck.check(entry);
        }
        return recheck.moved;
    }

    private Collection<GitIndex.Entry> suspects(GitIndex before, GitIndex after) {
        List<GitIndex.Entry> all = after.entries();
        if (all.stream().anyMatch(entry -> entry.changed() >= begin)) {
            return all;
        }
        Set<GitIndex.Entry> known = new HashSet<>(before.entries());
        return all.stream()
                .filter(entry -> !known.contains(entry) || CapturedState.unsettled(entry, begin))
                .toList();
    }

    private void check(GitIndex.Entry entry) throws IOException {
        Path file = entry.path().under(checkout);
        Optional<FileStatus> status = FileStatus.of(file);
        if (status.isEmpty()) {
            moved.add(entry.path());
            return;
        }
        boolean proven = entry.matches(status.get()) && !CapturedState.unsettled(entry, begin);
        if (!proven && !sameContent(entry, file, status.get())) {
            moved.add(entry.path());
        }
    }

    private static boolean sameContent(GitIndex.Entry entry, Path file, FileStatus status) throws IOException {
        if (status.entryMode().isEmpty() || !status.entryMode().equals(EntryMode.of(entry.mode()))) {
            return false;
        }
        return switch (status.kind()) {
            case REGULAR ->
                objectIdOf(file, status.stamp().size())
                        .filter(entry.objectId()::equals)
                        .isPresent();
            // A link is never rewritten in place; a new one has a time and an inode of its own.
            case LINK -> entry.matches(status);
            case FOLDER, SPECIAL -> false;
        };
    }

    private static Optional<String> objectIdOf(Path file, long size) throws IOException {
        try (InputStream content = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.of(Digests.blobId(content, size));
        } catch (FileSystemException _) {
            return Optional.empty();
        }
    }
}
