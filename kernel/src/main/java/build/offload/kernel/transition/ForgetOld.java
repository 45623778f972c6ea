package build.offload.kernel.transition;

import build.offload.kernel.store.Cutoffs;
import java.util.Map;

/**
 * Give up what is over for longer than it is kept.
 *
 * @param limit how many rows of a kind go at most
 */
public record ForgetOld(Cutoffs cutoffs, int limit) implements Transition.Operation {

    @Override
    public String kind() {
        return "retention";
    }

    @Override
    public Map<String, Object> auditArgs() {
        return cutoffs.asMap();
    }
}
