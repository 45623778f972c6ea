package build.offload.kernel.transition;

import java.util.Map;
import java.util.Optional;

/**
 * The configuration was read and is another than before.
 *
 * @param digest of what it says; equal for files that say the same
 * @param problem file, line and reason of what is wrong; while anything is, nothing is dispatched
 */
public record ConfigurationRead(String digest, boolean enabled, Optional<String> problem)
        implements Transition.Observation {
    @Override
    public String kind() {
        return "configuration";
    }

    @Override
    public Map<String, Object> auditArgs() {
        return Map.of("digest", digest, "enabled", enabled, "problem", problem.orElse(""));
    }
}
