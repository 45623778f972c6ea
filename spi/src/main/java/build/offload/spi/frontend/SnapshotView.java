package build.offload.spi.frontend;

import java.util.List;
import java.util.Optional;

/**
 * What a submission of a checkout would send.
 *
 * @param checkout its real path
 * @param tree git's name of the content
 * @param count how many files and links there are; {@code files} may hold fewer
 * @param bytes what they hold together
 * @param emptyFolders folders without a file, which travel as well
 * @param leftOut what would travel by the user's own rules but cannot
 * @param path the explanation that was asked for
 */
public record SnapshotView(
        String checkout,
        String tree,
        int count,
        long bytes,
        List<Entry> files,
        List<String> emptyFolders,
        List<LeftOut> leftOut,
        Optional<Explanation> path) {

    /** A file or link that travels; {@code bytes} of a link are those of its target's name. */
    public record Entry(String path, Kind kind, long bytes) {}

    /** What travels under a path. */
    public enum Kind {
        FILE,
        EXECUTABLE,
        LINK
    }

    /** A path that cannot travel, and why. */
    public record LeftOut(String path, String reason) {}

    /** Whether a path travels, and by which rule. */
    public record Explanation(String path, boolean travels, String reason) {}
}
