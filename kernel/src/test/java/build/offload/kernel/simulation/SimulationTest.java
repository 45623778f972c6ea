package build.offload.kernel.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The whole kernel against a fleet that does everything a fleet can do, some hundred times and each time otherwise. */
class SimulationTest {

    private static final int EACH_BUILD = 200;

    @Test
    void everyRuleHoldsWhateverHappensAndEverythingEnds() throws Exception {
        Seeds.Report report = Seeds.run(Seeds.asked(EACH_BUILD));

        assertThat(report.failures()).isEmpty();
    }

    @Test
    void oneSeedIsOneHistory() throws Exception {
        List<String> once = Seeds.history(4);

        assertThat(Seeds.history(4)).hasSizeGreaterThan(100).isEqualTo(once);
    }
}
