package build.offload.kernel.store;

import java.time.Instant;
import java.util.Map;

/**
 * The moments before which what is over is given up.
 *
 * @param jobs for jobs that ended before
 * @param lost for jobs that were lost before, which until then may be retried
 * @param events for events, and incidents that were over
 * @param audit for lines of the audit journal
 */
public record Cutoffs(Instant jobs, Instant lost, Instant events, Instant audit) {

    /** Return these moments by name, for the audit. */
    public Map<String, Object> asMap() {
        return Map.of("jobs", jobs, "lost", lost, "events", events, "audit", audit);
    }
}
