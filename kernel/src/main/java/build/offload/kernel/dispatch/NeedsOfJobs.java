package build.offload.kernel.dispatch;

import build.offload.kernel.store.ReadTransaction;
import build.offload.spi.model.JobId;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What waiting jobs need, remembered between passes: it never changes about a job, and reading it is most of the cost of a
 * pass over a long queue. Safe for use by several threads.
 */
public final class NeedsOfJobs {

    private static final int REMEMBERED = 20_000;

    private final Map<JobId, Needs> known = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<Needs, Needs> shared = new HashMap<>();

    /** Return what a job needs. */
    synchronized Needs of(ReadTransaction tx, JobId job) {
        Needs remembered = known.get(job);
        if (remembered != null) {
            return remembered;
        }
        Needs read = Needs.of(tx.jobs().job(job).orElseThrow().submitted().build());
        forgetOldest();
        Needs one = shared.computeIfAbsent(read, needs -> needs);
        known.put(job, one);
        return one;
    }

    /** Equal needs are one object, since thousands of jobs may need the same. */
    private void forgetOldest() {
        if (known.size() >= REMEMBERED) {
            known.remove(known.keySet().iterator().next());
        }
        if (shared.size() >= REMEMBERED) {
            shared.clear();
        }
    }
}
