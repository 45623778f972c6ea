package build.offload.kernel.job;

import build.offload.kernel.event.NewEvent;
import build.offload.kernel.store.Cutoffs;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.RetentionRows;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.ForgetOld;
import build.offload.kernel.transition.Step;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.model.JobId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Gives up jobs, events, incidents and lines of the audit journal that are over for longer than they are kept, a portion of each.
 * What that was is an event of its own.
 */
public record ForgetStep(ForgetOld operation) implements Step {

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        return Optional.empty();
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        RetentionRows rows = tx.retention();
        Cutoffs cutoffs = operation.cutoffs();
        int limit = operation.limit();
        List<JobId> jobs = rows.oldJobs(cutoffs, limit);
        jobs.forEach(rows::forget);
        List<Long> incidents = rows.oldIncidents(cutoffs.events(), limit);
        incidents.forEach(rows::forgetIncident);
        Map<String, Object> removed = new LinkedHashMap<>();
        removed.put("jobs", jobs.size());
        removed.put("events", rows.forgetEventsBelow(rows.firstEventToKeep(cutoffs.events(), limit)));
        removed.put("audit", rows.forgetIntentsBelow(rows.firstIntentToKeep(cutoffs.audit(), limit)));
        removed.put("incidents", incidents.size());
        boolean changed = removed.values().stream().anyMatch(count -> !count.equals(0));
        boolean more = removed.values().stream().anyMatch(count -> count.equals(limit));
        return new Effect(
                Map.of("changed", changed, "removed", removed, "more", more, "pending", List.of("files")),
                false,
                changed
                        ? List.of(NewEvent.of("retention", "controller", "kept-long-enough")
                                .data(removed))
                        : List.of());
    }
}
