package build.offload.kernel.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.simulation.DispatchBench.Result;
import build.offload.kernel.simulation.DispatchBench.Setup;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What dispatch costs as fleet, queue and history grow. The figures are printed and judged by people, since no figure of one
 * hour on one machine is a reason to fail a build.
 */
@Tag("campaign")
class DispatchBenchmarkTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "10, 100000, 0, 100000",
        "100, 100000, 0, 100000",
        "1000, 100000, 0, 100000",
        "10, 100, 0, 3000",
        "100, 100, 0, 3000",
        "1000, 100, 0, 3000",
        "10, 10000, 0, 3000",
        "10, 100000, 0, 3000",
        "10, 100, 1000000, 3000"
    })
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    @SuppressWarnings("SystemOut") // The figures are what this is for.
    void dispatches(int hosts, int queued, int history, int jobs) {
        Result result = DispatchBench.measure(new Setup(hosts, queued, history, jobs), folder);

        System.out.println(result);
        assertThat(result.placed()).isGreaterThanOrEqualTo(jobs);
    }
}
