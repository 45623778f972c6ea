package build.offload.kernel.transition;

import build.offload.spi.model.JobId;
import java.util.Map;

/** Decide what is to become of a blocked job's outputs. */
public record DecideOutputs(JobId job, Decision decision) implements Transition.Operation {

    /** What is to become of them. */
    public enum Decision {
        /** They are compared again, and put in place if nothing stands in the way any more. */
        PUBLISH("job-publish"),

        /** They are given up. */
        DISCARD("job-discard");

        private final String kind;

        Decision(String kind) {
            this.kind = kind;
        }
    }

    @Override
    public String kind() {
        return decision.kind;
    }

    @Override
    public Map<String, Object> auditArgs() {
        return Map.of("job", job.value());
    }
}
