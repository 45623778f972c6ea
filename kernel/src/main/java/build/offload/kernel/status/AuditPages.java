package build.offload.kernel.status;

import build.offload.kernel.store.Intent;
import build.offload.kernel.store.IntentFilter;
import build.offload.kernel.store.ReadTransaction;
import build.offload.spi.frontend.AuditView;
import build.offload.spi.frontend.Query.Audit;
import build.offload.spi.frontend.Query.AuditFilter;
import build.offload.spi.frontend.Query.AuditPage;
import build.offload.spi.model.InvalidValueException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The audit journal page by page, newest first. */
final class AuditPages {

    private static final int LIMIT = 1000;

    private AuditPages() {}

    /**
     * Return a page.
     *
     * @throws InvalidValueException when the cursor is none of ours, or the limit out of bounds
     */
    static AuditPage page(ReadTransaction tx, Audit asked) {
        if (asked.limit() < 1 || asked.limit() > LIMIT) {
            throw new InvalidValueException("limit", "must be between 1 and " + LIMIT + ", but is " + asked.limit());
        }
        long before = asked.before().map(AuditPages::id).orElse(Long.MAX_VALUE);
        // One more than asked for shows whether there are older ones.
        List<Intent> found = tx.intents().before(before, filter(asked.filter()), asked.limit() + 1);
        List<Intent> shown = found.subList(0, Math.min(found.size(), asked.limit()));
        return new AuditPage(
                shown.stream().map(AuditPages::view).toList(),
                found.size() > shown.size()
                        ? Optional.of(Long.toString(shown.getLast().id()))
                        : Optional.empty());
    }

    private static long id(String cursor) {
        if (!cursor.matches("\\d{1,18}")) {
            throw new InvalidValueException("before", "must be a page's nextCursor, but is '" + cursor + "'");
        }
        return Long.parseLong(cursor);
    }

    private static IntentFilter filter(AuditFilter asked) {
        return new IntentFilter(
                asked.since().orElse(Instant.EPOCH),
                asked.actor().orElse(""),
                asked.kind().orElse(""),
                asked.internal());
    }

    private static AuditView view(Intent intent) {
        return new AuditView(
                intent.id(),
                intent.at(),
                intent.actor(),
                intent.kind(),
                intent.args(),
                intent.idempotencyKey(),
                intent.expectedRevision(),
                state(intent.state()),
                intent.closedAt(),
                intent.outcome());
    }

    private static AuditView.State state(Intent.State state) {
        return switch (state) {
            case OPEN -> AuditView.State.OPEN;
            case APPLIED -> AuditView.State.APPLIED;
            case REPLAYED -> AuditView.State.REPLAYED;
            case REFUSED -> AuditView.State.REFUSED;
            case FAILED -> AuditView.State.FAILED;
            case ABANDONED -> AuditView.State.ABANDONED;
        };
    }
}
