package build.offload.kernel.transition;

import java.util.Map;

/** A row of the store that could not be read was put right, or is gone. */
public record RowReadable(String row) implements Transition.Observation {
    @Override
    public String kind() {
        return "row-readable";
    }

    @Override
    public Map<String, Object> auditArgs() {
        return Map.of("row", row);
    }
}
