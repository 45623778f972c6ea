package build.offload.kernel.transition;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * A wish with its envelope.
 *
 * @param idempotencyKey the key under which a repetition gets the first answer; absent for the controller's own steps, which
 *     are journaled like any other and not kept for replay
 * @param expectedRevision the revision the wish rests on; absent where none was sent
 * @param actor who asks, as audit and events name them
 */
public record Request(Wish wish, Optional<String> idempotencyKey, OptionalLong expectedRevision, String actor) {

    /** Return a request of the controller itself. */
    public static Request internal(Transition transition, String actor) {
        return new Request(new Wish.Change(transition), Optional.empty(), OptionalLong.empty(), actor);
    }
}
