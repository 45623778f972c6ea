package build.offload.kernel.transition;

import build.offload.spi.model.HostName;
import java.util.Map;

/** A job waits, a host could take it, and for too long nothing was dispatched. */
public record DispatchWedged(HostName host, String detail) implements Transition.Observation {
    @Override
    public String kind() {
        return "dispatch-wedged";
    }

    @Override
    public Map<String, Object> auditArgs() {
        return Map.of("host", host.value(), "detail", detail);
    }
}
