package build.offload.kernel.event;

/**
 * How the event log is written.
 *
 * @param rotateBytes the size from which a new file is begun
 * @param keptFiles how many full files are kept; older ones are deleted
 * @param linesPerTick how many lines one tick writes at most
 */
public record EventLogSettings(long rotateBytes, int keptFiles, int linesPerTick) {

    public EventLogSettings {
        if (rotateBytes < 1 || keptFiles < 1 || linesPerTick < 1) {
            throw new IllegalArgumentException("rotateBytes, keptFiles and linesPerTick must be positive");
        }
    }

    /** Return 64 MiB a file, ten full files. */
    public static EventLogSettings defaults() {
        return new EventLogSettings(64L << 20, 10, 2000);
    }
}
