package build.offload.kernel.store;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A line of the audit journal: what was about to be done, written before it was.
 *
 * @param kind the transition's name
 * @param args its arguments, redacted
 * @param outcome the code of what came of it; absent while open
 */
public record Intent(
        long id,
        Optional<String> idempotencyKey,
        String kind,
        String actor,
        Map<String, Object> args,
        OptionalLong expectedRevision,
        String controllerId,
        long controllerEpoch,
        Instant at,
        State state,
        Optional<Instant> closedAt,
        Optional<String> outcome) {

    /** How far an intent got. Only an open one changes. */
    public enum State {
        /** Written; its effect is not decided yet. */
        OPEN,
        /** Its effect is committed. */
        APPLIED,
        /** Its key was committed meanwhile; that answer was given again. */
        REPLAYED,
        /** The revision or the guard spoke against it. */
        REFUSED,
        /** Its effect failed and was taken back. */
        FAILED,
        /** Its controller stopped before it was decided; nothing happened. */
        ABANDONED
    }

    /** Return an open intent that has no id yet. */
    public static Intent open(
            Optional<String> idempotencyKey, String kind, String actor, Map<String, Object> args, Origin origin) {
        return new Intent(
                0,
                idempotencyKey,
                kind,
                actor,
                args,
                origin.expectedRevision(),
                origin.controllerId(),
                origin.controllerEpoch(),
                origin.at(),
                State.OPEN,
                Optional.empty(),
                Optional.empty());
    }

    /** Where and when an intent is written. */
    public record Origin(OptionalLong expectedRevision, String controllerId, long controllerEpoch, Instant at) {}
}
