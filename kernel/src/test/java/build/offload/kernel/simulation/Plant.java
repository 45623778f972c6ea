package build.offload.kernel.simulation;

import build.offload.kernel.rig.ScriptedHost;
import build.offload.kernel.snapshot.InMemoryCapturing;
import build.offload.kernel.transition.Steps;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * What is put into a simulation in place of parts of the product or of what it works with.
 *
 * @param rules around the steps of the product
 * @param capturing how checkouts are captured
 * @param hosts what is done to each host at first
 */
record Plant(UnaryOperator<Steps> rules, InMemoryCapturing capturing, Consumer<ScriptedHost> hosts) {

    /** Return the product as it is. */
    static Plant none() {
        return rules(UnaryOperator.identity());
    }

    /** Return other steps. */
    static Plant rules(UnaryOperator<Steps> rules) {
        return new Plant(rules, new InMemoryCapturing(), _ -> {});
    }
}
