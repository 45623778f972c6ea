package build.offload.kernel.store;

import build.offload.kernel.json.Json;
import build.offload.spi.frontend.EventView;

/** Appends to the event table; for the pipeline. */
public final class EventRows extends EventReads {

    /** Create rows over the statements of one transaction. */
    public EventRows(Sql sql) {
        super(sql);
    }

    /** Append an event under the next number, whatever number it brings. */
    public void append(EventView event) {
        sql.update(
                "INSERT INTO event (seq, revision, at, type, actor, job, repo, host, snapshot, attempt, stage, reason, rc,"
                        + " duration_seconds, data) VALUES"
                        + " ((SELECT COALESCE(MAX(seq), 0) + 1 FROM event), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                event.revision(),
                event.ts(),
                event.type(),
                event.actor(),
                event.job(),
                event.repo(),
                event.host(),
                event.snapshot(),
                event.attempt(),
                event.stage(),
                event.reason(),
                event.rc(),
                event.durationSeconds(),
                Json.text(event.data()));
    }
}
