package build.offload.kernel.transition;

import build.offload.spi.executor.HostIdentity;
import build.offload.spi.model.HostName;
import java.util.Map;

/** The machine the controller runs on shows itself, so that the fleet's names are unique over it as well. */
public record WorkstationSeen(HostName name, HostIdentity identity) implements Transition.Observation {
    @Override
    public String kind() {
        return "workstation-seen";
    }

    @Override
    public Map<String, Object> auditArgs() {
        return Map.of("host", name.value());
    }
}
