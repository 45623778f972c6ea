package build.offload.kernel.transition;

import build.offload.spi.model.HostName;
import build.offload.spi.model.JobId;
import java.util.Map;

/** No builder takes a job, and the laptop may: under its fallback lease, which is granted where there is none. */
public record SpillJob(JobId job, HostName laptop) implements Transition.Observation {

    @Override
    public String kind() {
        return "spill";
    }

    @Override
    public Map<String, Object> auditArgs() {
        return Map.of("job", job.value(), "host", laptop.value());
    }
}
