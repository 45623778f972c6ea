package build.offload.kernel.transition;

import build.offload.kernel.event.NewEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a step did.
 *
 * @param result the answer's {@code result}; must have a JSON form
 * @param movesRevision whether an operator's decision could depend on it
 * @param events what happened, in order; none only where nothing changed that anybody could ask about
 */
public record Effect(Map<String, Object> result, boolean movesRevision, List<NewEvent> events) {
    public Effect {
        result = Map.copyOf(result);
        events = List.copyOf(events);
        if (events.isEmpty() && (movesRevision || !Boolean.FALSE.equals(result.get("changed")))) {
            throw new IllegalArgumentException("a step that did something says so in an event");
        }
    }

    /** Return the same effect with further events. */
    public Effect with(List<NewEvent> further) {
        List<NewEvent> all = new ArrayList<>(events);
        all.addAll(further);
        return new Effect(result, movesRevision, all);
    }
}
