package build.offload.kernel.transition;

import build.offload.kernel.store.CommitResult;
import build.offload.kernel.store.WriteTransaction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The second part of a batch: what is about to be done is written down in a commit of its own. Where that fails, nothing has
 * happened and nothing will.
 */
final class Journal {

    private static final String LEFT_OPEN = "outcome-not-recorded";

    private final Context context;
    private volatile @Nullable Fault fault;

    Journal(Context context) {
        this.context = context;
    }

    /** A request whose intent is durable. */
    record Entry(Pending pending, long intent) {}

    /** Return why intents cannot be written, and since when. */
    Optional<Fault> fault() {
        return Optional.ofNullable(fault);
    }

    /**
     * Write the intents of a batch, and close what an earlier batch of this controller left open. Return them, or nothing
     * when they could not be written; everybody has been answered then.
     */
    List<Entry> announce(List<Pending> batch) {
        try {
            List<Entry> entries = write(context.begin(), batch, context.now());
            return switch (context.writer().commit()) {
                case CommitResult.Committed _ -> written(entries);
                case CommitResult.NotCommitted(String reason) -> refused(batch, reason);
                case CommitResult.Unknown(String reason) -> refused(batch, reason);
            };
        } catch (RuntimeException failed) {
            context.writer().rollback();
            context.writer().trim();
            return refused(batch, String.valueOf(failed.getMessage()));
        }
    }

    private List<Entry> write(WriteTransaction tx, List<Pending> batch, Instant now) {
        Registration own = context.registration();
        tx.intents().abandon(own.controllerId(), own.epoch(), LEFT_OPEN, now);
        long id = tx.intents().lastId();
        List<Entry> entries = new ArrayList<>();
        for (Pending pending : batch) {
            id++;
            tx.intents()
                    .insert(id, pending.intent(context.origin(pending.request().expectedRevision(), now)));
            entries.add(new Entry(pending, id));
        }
        return entries;
    }

    private List<Entry> written(List<Entry> entries) {
        fault = null;
        return entries;
    }

    /** Forget what was wrong, since something could be written. */
    void recovered() {
        fault = null;
    }

    /** Answer everybody that the audit failed, and remember it. */
    List<Entry> refused(List<Pending> batch, String reason) {
        String safe = context.redactor().redact(reason);
        @Nullable Fault known = fault;
        fault = new Fault(safe, known == null ? context.now() : known.since());
        batch.forEach(pending -> pending.answer().complete(new Outcome.AuditUnavailable(safe)));
        return List.of();
    }
}
