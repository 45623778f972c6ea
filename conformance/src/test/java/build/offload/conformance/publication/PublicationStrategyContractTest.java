package build.offload.conformance.publication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.conformance.provider.Providers;
import build.offload.conformance.wire.check.NotApplicable;
import build.offload.conformance.wire.check.Violation;
import build.offload.spi.publish.PublicationStrategy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract on every strategy that is found, and each of its rules on one that is broken in the way it is made for. */
@Tag("B45")
class PublicationStrategyContractTest {

    /** They make many promotions, and only the faults that are made for them are about cutting one off. */
    private static final Set<String> LONG = Set.of("P-KILL-01", "P-INTERRUPT-01");

    private static final Path JAVADOC =
            Path.of("../spi/src/main/java/build/offload/spi/publish/PublicationStrategy.java");

    @TempDir
    private static Path folder;

    @TestFactory
    Stream<DynamicTest> everyProviderFoundKeepsEveryRule() throws Exception {
        List<PublicationStrategy> found = Providers.of(PublicationStrategy.class);
        assertThat(found).extracting(PublicationStrategy::name).contains("publish-files", "publish-directory");
        return found.stream()
                .flatMap(strategy -> PublicationStrategyContract.rules().stream()
                        .map(rule ->
                                DynamicTest.dynamicTest(strategy.name() + ": " + rule, () -> keeps(strategy, rule))));
    }

    private static void keeps(PublicationStrategy strategy, PublicationRule rule) throws Exception {
        try {
            rule.check(strategy, Files.createTempDirectory(folder, "rule"));
        } catch (NotApplicable other) {
            Assumptions.abort(other.getMessage());
        }
    }

    static List<StrategyFault> faults() {
        return BrokenStrategies.all();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    @Tag("campaign")
    void aFaultIsCaughtByTheRuleMadeForIt(StrategyFault fault) throws Exception {
        PublicationRule made = rule(fault.rule());

        assertThatThrownBy(() -> keeps(fault.strategy(), made))
                .isInstanceOf(Violation.class)
                .hasMessageStartingWith(made.id())
                .hasMessageEndingWith(made.lookAt());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    @Tag("campaign")
    void aFaultIsFeltByNoOtherRuleThanThoseListed(StrategyFault fault) throws Exception {
        assertThat(broken(fault)).isSubsetOf(fault.alsoFelt());
    }

    private static List<String> broken(StrategyFault fault) throws Exception {
        List<String> broken = new ArrayList<>();
        for (PublicationRule rule : PublicationStrategyContract.rules()) {
            if (!rule.id().equals(fault.rule()) && !LONG.contains(rule.id()) && breaks(fault, rule)) {
                broken.add(rule.id());
            }
        }
        return broken;
    }

    private static boolean breaks(StrategyFault fault, PublicationRule rule) throws Exception {
        try {
            rule.check(fault.strategy(), Files.createTempDirectory(folder, "fault"));
            return false;
        } catch (Violation felt) {
            return true;
        } catch (NotApplicable other) {
            return false;
        }
    }

    private static PublicationRule rule(String id) {
        return PublicationStrategyContract.rules().stream()
                .filter(rule -> rule.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void everyRuleIsMadeForSomeFault() {
        assertThat(faults())
                .extracting(StrategyFault::rule)
                .containsAll(PublicationStrategyContract.rules().stream()
                        .map(PublicationRule::id)
                        .toList());
    }

    @Test
    void everyRuleServesASentenceOfTheInterface() throws Exception {
        String page = Files.readString(JAVADOC).replaceAll("\\s*\\n\\s*\\*\\s*", " ");

        for (PublicationRule rule : PublicationStrategyContract.rules()) {
            assertThat(page).as(rule.id()).contains(rule.serves().sentence());
        }
    }

    @Test
    void everyRuleStandsInTheDocumentation() throws Exception {
        String documentation = Files.readString(Path.of("../docs/conformance.md"));

        for (PublicationRule rule : PublicationStrategyContract.rules()) {
            assertThat(documentation).contains("| " + rule.id() + " | " + rule.title() + " |");
        }
    }
}
