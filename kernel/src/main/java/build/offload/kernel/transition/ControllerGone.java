package build.offload.kernel.transition;

import java.util.Map;

/** A controller that shares the store has not been heard of for so long that its jobs are given up. */
public record ControllerGone(String controllerId) implements Transition.Observation {

    @Override
    public String kind() {
        return "controller-gone";
    }

    @Override
    public Map<String, Object> auditArgs() {
        return Map.of("controller", controllerId);
    }
}
