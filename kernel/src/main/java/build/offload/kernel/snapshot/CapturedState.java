package build.offload.kernel.snapshot;

import build.offload.spi.model.TreeId;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;

/**
 * What the mirror remembers of its last capture: when it began, and the tree that its index stands for.
 *
 * @param begin the time of the file system's clock, nanoseconds since the epoch
 * @param index the index that the tree was written from
 */
record CapturedState(long begin, TreeId tree, GitIndex index) {

    /** Files changed less than this before a look are not told apart by time alone: the kernel's clock for files ticks. */
    private static final long TICK = 20_000_000L;

    /** The same where times have no fraction: file systems that keep whole or even seconds. */
    private static final long COARSE_TICK = 2_000_000_000L;

    private static final long SECOND = 1_000_000_000L;

    /** Read the last capture's state; empty when there is none, or its index is not the one it belongs to. */
    static Optional<CapturedState> read(MirrorFolder mirror) throws IOException {
        Optional<GitIndex> index = GitIndex.read(mirror.index());
        if (index.isEmpty() || !Files.exists(mirror.captured())) {
            return Optional.empty();
        }
        List<String> lines = Files.readString(mirror.captured()).lines().toList();
        if (lines.size() != 3 || !lines.get(2).equals(index.get().checksum())) {
            return Optional.empty();
        }
        return Optional.of(new CapturedState(Long.parseLong(lines.get(0)), new TreeId(lines.get(1)), index.get()));
    }

    void write(MirrorFolder mirror) throws IOException {
        MirrorFolder.put(mirror.captured(), begin + "\n" + tree + "\n" + index.checksum() + "\n");
    }

    /** Return whether a file's change is so near the beginning of this capture that its time proves nothing. */
    boolean unsettled(GitIndex.Entry entry) {
        return unsettled(entry, begin);
    }

    static boolean unsettled(GitIndex.Entry entry, long begin) {
        long tick = entry.changed() % SECOND == 0 ? COARSE_TICK : TICK;
        return entry.changed() >= begin - tick;
    }

    /**
     * Return whether git's comparison, by whole seconds, could take a later change of this file for none: it changed in the
     * second in which the capture began, and so may have changed again.
     */
    boolean young(GitIndex.Entry entry) {
        return entry.changedSecond() >= Math.floorDiv(begin, SECOND) || unsettled(entry);
    }
}
