package build.offload.conformance.publication;

import build.offload.spi.publish.PublicationStrategy;
import java.util.List;

/**
 * One mistake that a strategy may make, and the rule made for it.
 *
 * @param rule the id of the rule
 * @param name what the strategy does wrong
 * @param strategy one that makes this mistake and, as far as that is possible, no other
 * @param alsoFelt the ids of other rules that cannot help but feel it
 */
record StrategyFault(String rule, String name, PublicationStrategy strategy, List<String> alsoFelt) {

    @Override
    public String toString() {
        return rule + " catches a strategy that " + name;
    }
}
