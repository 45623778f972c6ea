package build.offload.kernel.status;

import build.offload.kernel.transition.Fault;
import java.time.Instant;
import java.util.Optional;

/**
 * What this process knows of itself and no store holds.
 *
 * @param dispatchedAt when dispatch last placed a job, or last found none that it could place; the start before that
 * @param settings what the status goes by; another configuration brings others
 * @param configurationProblem what is wrong with the configuration; absent while it is in order
 * @param journal why the audit journal cannot be written; absent while it can
 */
public record ControllerCondition(
        LoopState loop,
        Instant dispatchedAt,
        StatusSettings settings,
        Optional<String> configurationProblem,
        Optional<Fault> journal) {}
