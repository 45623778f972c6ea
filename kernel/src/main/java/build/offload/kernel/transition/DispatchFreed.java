package build.offload.kernel.transition;

import java.util.Map;

/** Dispatch moves again after it was wedged, or has nothing to move any more. */
public record DispatchFreed() implements Transition.Observation {
    @Override
    public String kind() {
        return "dispatch-freed";
    }

    @Override
    public Map<String, Object> auditArgs() {
        return Map.of();
    }
}
