package build.offload.kernel.reconcile;

import build.offload.kernel.store.Cutoffs;
import java.time.Duration;
import java.time.Instant;

/**
 * For how long what is over is kept. Whatever it says, nothing goes that a job under way, a retry, a decision about outputs or
 * the file of events may need.
 *
 * @param jobs how long a job is kept after its end; at least a day, so that a repeated submission attaches to it
 * @param lost how long a lost job is kept, and may be retried
 * @param logs how long a job's output is kept after its end
 * @param events how long events are kept, and incidents that are over
 * @param audit how long the audit journal goes back
 * @param mirrors how long the mirror of a checkout is kept from which nothing was built
 * @param mirrorBytes what all mirrors together may hold before those unused for longest go
 * @param workspaces the bounds on what hosts keep
 */
public record Retention(
        Duration jobs,
        Duration lost,
        Duration logs,
        Duration events,
        Duration audit,
        Duration mirrors,
        long mirrorBytes,
        Workspaces workspaces) {

    /**
     * What hosts keep for the next keeping builds of checkouts.
     *
     * @param idle for how long what no build used
     * @param bytes what all of one host may take of its disk before those unused for longest go
     */
    public record Workspaces(Duration idle, long bytes) {
        /** Return what holds where nothing else is configured. */
        public static Workspaces standard() {
            return new Workspaces(Duration.ofDays(14), 20L << 30);
        }
    }

    /** How many rows of a kind are given up in one transaction, for which everybody else waits. */
    public static final int PORTION = 500;

    /** Return what holds where nothing else is configured. */
    public static Retention standard() {
        return new Retention(
                Duration.ofDays(90),
                Duration.ofDays(365),
                Duration.ofDays(30),
                Duration.ofDays(90),
                Duration.ofDays(365),
                Duration.ofDays(30),
                20L << 30,
                Workspaces.standard());
    }

    /** Return the moments before which what is in the store is given up. */
    public Cutoffs cutoffs(Instant now) {
        return new Cutoffs(now.minus(jobs), now.minus(lost), now.minus(events), now.minus(audit));
    }
}
