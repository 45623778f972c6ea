package build.offload.kernel.transition;

import java.util.Map;

/** A row of the store cannot be read; everything but what it is about goes on. */
public record RowUnreadable(String row, String problem) implements Transition.Observation {
    @Override
    public String kind() {
        return "row-unreadable";
    }

    @Override
    public Map<String, Object> auditArgs() {
        return Map.of("row", row, "problem", problem);
    }
}
