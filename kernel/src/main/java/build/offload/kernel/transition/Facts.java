package build.offload.kernel.transition;

import java.time.Duration;
import java.time.Instant;

/**
 * What a step may know beside the state: everything else would make it depend on when and where it runs.
 *
 * @param now the moment of this try; the same for a whole batch
 * @param controllerId the lasting id of the controller that runs the step
 * @param controllerEpoch its present epoch
 * @param actor who asked
 */
public record Facts(Instant now, String controllerId, long controllerEpoch, String actor) {

    /** Return how long ago a moment is; nothing for one that lies ahead since the clock was set back. */
    public Duration since(Instant moment) {
        Duration passed = Duration.between(moment, now);
        return passed.isNegative() ? Duration.ZERO : passed;
    }
}
