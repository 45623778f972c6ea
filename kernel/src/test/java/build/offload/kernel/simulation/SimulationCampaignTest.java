package build.offload.kernel.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The simulation for as many seeds as find what one build in fifty would find. */
@Tag("campaign")
class SimulationCampaignTest {

    private static final int SEEDS = 10_000;

    @Test
    @Timeout(value = 4, unit = TimeUnit.HOURS)
    @SuppressWarnings("SystemOut") // The time it took is a figure that is written down.
    void everyRuleHoldsForTenThousandSeeds() {
        Seeds.Report report = Seeds.run(Seeds.asked(SEEDS));

        System.out.println(report.seeds() + " seeds in " + report.took().toSeconds() + " s");
        assertThat(report.failures()).isEmpty();
    }
}
