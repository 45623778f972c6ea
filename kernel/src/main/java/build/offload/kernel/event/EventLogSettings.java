package build.offload.kernel.event;

/**
 * How the event log is written.
 *
 * @param rotateBytes the size from which a new file is begun
 * @param keptFiles how many full files are kept; older ones are deleted
 * @param linesPerTick how many lines one tick writes at most
 * @param saveBytes how much is written before a resume point is; when nothing new comes, one is written at once
 */
public record EventLogSettings(long rotateBytes, int keptFiles, int linesPerTick, long saveBytes) {

    public EventLogSettings {
        if (rotateBytes < 1 || keptFiles < 1 || linesPerTick < 1 || saveBytes < 1) {
            throw new IllegalArgumentException("rotateBytes, keptFiles, linesPerTick and saveBytes must be positive");
        }
    }

    /** Return 64 MiB a file, ten full files, a resume point every 256 KiB. */
    public static EventLogSettings defaults() {
        return new EventLogSettings(64L << 20, 10, 2000, 256L << 10);
    }
}
