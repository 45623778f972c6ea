package build.offload.kernel.rig;

import build.offload.kernel.json.Json;
import build.offload.kernel.transition.Outcome;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.frontend.EventView;
import build.offload.spi.model.HostName;
import java.util.List;
import java.util.Map;

/**
 * What one request came to, in a shape that tests compare.
 *
 * @param events the events of its commit, oldest first; none for a refusal
 * @param moved by how much the revision moved
 */
public record Answered(Outcome outcome, List<EventView> events, long moved) {

    /** Return a host's name. */
    public static HostName host(String name) {
        return new HostName(name);
    }

    /** Return the committed result, as its JSON reads; throws for any other outcome. */
    public Map<String, Object> result() {
        return Rig.committed(outcome).result();
    }

    /** Return whether the committed result says that something changed. */
    public boolean changed() {
        return Boolean.TRUE.equals(result().get("changed"));
    }

    /** Return the refusal; throws for any other outcome. */
    public Refusal refusal() {
        if (outcome instanceof Outcome.Refused(Refusal refusal)) {
            return refusal;
        }
        throw new AssertionError("not refused: " + outcome);
    }

    /** Return the refusal's code. */
    public String code() {
        return refusal().code();
    }

    /** Return the events as {@code type/reason}. */
    public List<String> story() {
        return events.stream().map(Ledger::word).toList();
    }

    /** Return the result as JSON. */
    public String json() {
        return Json.text(result());
    }
}
