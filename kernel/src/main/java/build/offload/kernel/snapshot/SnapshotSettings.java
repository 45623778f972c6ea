package build.offload.kernel.snapshot;

import java.time.Duration;

/**
 * How snapshots are taken.
 *
 * @param git the program, a name to be found or a path
 * @param limit how long one git process may take; a first capture reads every file
 * @param rounds how often a capture is tried while files change under it, at least 1
 * @param outputLimit how many existing files the outputs of one job may cover
 */
public record SnapshotSettings(String git, Duration limit, int rounds, int outputLimit) {

    /** Return the settings for a working day: ten minutes, three rounds, 200,000 files. */
    public static SnapshotSettings standard() {
        return new SnapshotSettings("git", Duration.ofMinutes(10), 3, 200_000);
    }
}
