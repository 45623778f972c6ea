package build.offload.kernel.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The whole kernel against a fleet that does everything a fleet can do, some hundred times and each time otherwise. */
class SimulationTest {

    private static final int EACH_BUILD = 200;

    @Test
    @Timeout(value = 15, unit = TimeUnit.MINUTES) // A busy machine of two cores takes minutes.
    void everyRuleHoldsWhateverHappensAndEverythingEnds() {
        Seeds.Report report = Seeds.run(Seeds.asked(EACH_BUILD));

        assertThat(report.failures()).isEmpty();
    }

    @Test
    void oneSeedIsOneHistory() {
        List<String> once = Seeds.history(4);

        assertThat(Seeds.history(4)).isNotEmpty().isEqualTo(once);
    }
}
