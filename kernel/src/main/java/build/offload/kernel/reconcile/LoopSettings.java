package build.offload.kernel.reconcile;

import java.time.Duration;
import java.util.function.Supplier;

/**
 * What the loops go by.
 *
 * @param period how often the loop passes when nothing wakes it
 * @param lookEvery how often each host is looked at
 * @param looksAtOnce how many hosts are looked at side by side at most, and as many again of those that did not answer last
 * @param callLimit how long one call of an executor or probe may take, where nothing longer is meant
 * @param transferLimit how long laying out a workspace or collecting outputs may take
 * @param followBudget for how long one connection follows a running command before it is made anew
 * @param lostAfter how long a host may be out of reach before what ran there is given up
 * @param ownerGrace how long after its owner's death a running attempt is cancelled
 * @param cancelGrace how long a cancelled command has between TERM and KILL
 * @param limits the bounds on one job; asked for anew each time, since the configuration may change them
 * @param retention for how long what is over is kept; asked for anew each time as well
 */
public record LoopSettings(
        Duration period,
        Duration lookEvery,
        int looksAtOnce,
        Duration callLimit,
        Duration transferLimit,
        Duration followBudget,
        Duration lostAfter,
        Duration ownerGrace,
        Duration cancelGrace,
        Supplier<JobLimits> limits,
        Supplier<Retention> retention) {

    /** Return the settings that hold where nothing else is configured. */
    public static LoopSettings standard() {
        return new LoopSettings(
                Duration.ofSeconds(1),
                Duration.ofSeconds(15),
                16,
                Duration.ofSeconds(30),
                Duration.ofMinutes(15),
                Duration.ofMinutes(5),
                Duration.ofMinutes(10),
                Duration.ofSeconds(10),
                Duration.ofSeconds(5),
                JobLimits::standard,
                Retention::standard);
    }

    /** Return how long a command may run that names no limit of its own. */
    public Duration timeLimit() {
        return limits.get().time();
    }

    /** Return how much one job may bring back. */
    public long outputLimitBytes() {
        return limits.get().outputBytes();
    }

    /** Return how many files one job may bring back. */
    public int outputLimitFiles() {
        return limits.get().outputFiles();
    }

    /** Return how much of each of a command's two outputs is kept. */
    public long logLimitBytes() {
        return limits.get().logBytes();
    }

    /** Return how long a host keeps what is left of an attempt after its end. */
    public Duration workspaceRetention() {
        return limits.get().workspaceRetention();
    }

    /**
     * The bounds on one job.
     *
     * @param time how long a command may run that names no limit of its own
     * @param outputBytes how much one job may bring back
     * @param outputFiles how many files one job may bring back
     * @param logBytes how much of each of a command's two outputs is kept
     * @param workspaceRetention how long a host keeps what is left of an attempt after its end
     */
    public record JobLimits(
            Duration time, long outputBytes, int outputFiles, long logBytes, Duration workspaceRetention) {
        /** Return the limits that hold where nothing else is configured. */
        public static JobLimits standard() {
            return new JobLimits(Duration.ofHours(6), 4L << 30, 100_000, 1L << 30, Duration.ZERO);
        }
    }
}
