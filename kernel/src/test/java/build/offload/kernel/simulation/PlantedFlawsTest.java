package build.offload.kernel.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.simulation.Findings.Found;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A rule that cannot be found broken guards nothing: for each there is a mistake by which it is. */
class PlantedFlawsTest {

    /** As many as the rarest may need: which seed finds what moves with everything that draws a chance. */
    private static final int SEEDS = 1000;

    /** Where the search begins: a little before the first seed that finds the rarest, which would take longest otherwise. */
    private static final long FIRST = 101;

    @ParameterizedTest
    @EnumSource(Flaw.class)
    void isFoundOutByTheRuleThatItBreaks(Flaw flaw) {
        Optional<Found> found = firstFound(flaw);

        assertThat(found.map(Found::rule)).as("found out: %s", found).contains(flaw.rule());
    }

    @ParameterizedTest
    @EnumSource(Rule.class)
    void everyRuleHasAFlawThatBreaksIt(Rule rule) {
        assertThat(Flaw.values()).extracting(Flaw::rule).contains(rule);
    }

    private static Optional<Found> firstFound(Flaw flaw) {
        Optional<Found> found = Optional.empty();
        for (long seed = FIRST; seed < FIRST + SEEDS && found.isEmpty(); seed++) {
            found = Seeds.run(seed, flaw.plant()).first();
        }
        return found;
    }
}
