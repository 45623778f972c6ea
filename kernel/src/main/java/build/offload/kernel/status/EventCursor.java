package build.offload.kernel.status;

import build.offload.kernel.store.ReadTransaction;
import build.offload.spi.frontend.EventView;
import build.offload.spi.frontend.Query.EventPage;
import build.offload.spi.model.InvalidValueException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A place in the order of events. A client names it by a revision (everything later than that) or gives back the opaque text
 * that the last page ended with.
 */
final class EventCursor {

    private static final int LIMIT = 1000;

    /** At most 18 digits, so that every number fits. */
    private static final Pattern FORM = Pattern.compile("(?<place>s)?(?<number>\\d{1,18})");

    private EventCursor() {}

    /**
     * Return the events after a cursor; without one, from the first that is kept.
     *
     * @throws InvalidValueException when the cursor is none of ours, or the limit out of bounds
     */
    static EventPage page(ReadTransaction tx, Optional<String> after, int limit) {
        if (limit < 1 || limit > LIMIT) {
            throw new InvalidValueException("limit", "must be between 1 and " + LIMIT + ", but is " + limit);
        }
        long seq = after.map(text -> seq(tx, text)).orElse(0L);
        List<EventView> events = tx.events().after(seq, limit);
        return new EventPage(
                events, "s" + (events.isEmpty() ? seq : events.getLast().seq()));
    }

    private static long seq(ReadTransaction tx, String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new InvalidValueException(
                    "after", "must be a revision or a page's nextCursor, but is '" + text + "'");
        }
        long number = Long.parseLong(matcher.group("number"));
        return matcher.group("place") == null ? tx.events().lastSeqAt(number) : number;
    }
}
