package build.offload.conformance.publication;

import build.offload.spi.publish.PublicationStrategy;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the kernel relies on in every {@link PublicationStrategy}, rule by rule. For the author of one: check each rule in an empty
 * folder of a file system that it is meant for:
 *
 * <pre>{@code
 * for (PublicationRule rule : PublicationStrategyContract.rules()) {
 *     rule.check(new MyStrategy(), Files.createTempDirectory("rule"));
 * }
 * }</pre>
 *
 * <p>The rule about kills starts Java processes that create the strategy by its public constructor, from the class path of the one
 * that checks. Rules share nothing and may be checked in any order.
 */
public final class PublicationStrategyContract {

    private static final List<PublicationRule> RULES = Stream.of(
                    ComparisonRules.all(), SafetyRules.all(), FolderRules.all(), InterruptionRules.all())
            .flatMap(List::stream)
            .toList();

    private PublicationStrategyContract() {}

    /** Return every rule, the quick ones first. */
    public static List<PublicationRule> rules() {
        return RULES;
    }
}
