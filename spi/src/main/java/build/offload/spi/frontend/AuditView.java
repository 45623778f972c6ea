package build.offload.spi.frontend;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A line of the audit journal: who asked for what, when, and what came of it.
 *
 * @param id place in the order in which it was written, from 1
 * @param at when it was about to be done
 * @param actor who asked: the name of a token, or {@code controller} for what its own loops saw
 * @param kind the transition's name; for a verb, the verb
 * @param args its arguments, redacted
 * @param idempotencyKey the key it was asked under; absent for what the controller's own loops asked
 * @param outcome the code of what came of it; absent while that is open
 */
public record AuditView(
        long id,
        Instant at,
        String actor,
        String kind,
        Map<String, Object> args,
        Optional<String> idempotencyKey,
        OptionalLong expectedRevision,
        State state,
        Optional<Instant> closedAt,
        Optional<String> outcome) {

    /** How far it got. */
    public enum State {
        /** Written; its effect is not decided yet. */
        OPEN,
        /** Done. */
        APPLIED,
        /** Its key was committed before; that answer was given again. */
        REPLAYED,
        /** The revision or the state spoke against it; nothing was done. */
        REFUSED,
        /** It failed and was taken back. */
        FAILED,
        /** The controller stopped before it was decided; nothing was done. */
        ABANDONED
    }
}
