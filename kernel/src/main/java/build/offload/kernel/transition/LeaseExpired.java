package build.offload.kernel.transition;

import build.offload.spi.model.HostName;
import java.util.Map;

/** The time of a laptop's fallback lease is up. */
public record LeaseExpired(HostName laptop) implements Transition.Observation {

    @Override
    public String kind() {
        return "lease-expired";
    }

    @Override
    public Map<String, Object> auditArgs() {
        return Map.of("host", laptop.value());
    }
}
