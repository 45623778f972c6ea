package build.offload.conformance.wire;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.conformance.wire.check.Check;
import build.offload.conformance.wire.fake.Fault;
import build.offload.conformance.wire.fake.Faults;
import build.offload.conformance.wire.rule.WireRules;
import build.offload.conformance.wire.run.Report;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The whole suite against servers each of which is broken in one known way. The runs share nothing, so they are made side by
 * side, and each test looks at one of them.
 */
class BrokenFakesTest {

    private static final int SIDE_BY_SIDE = 6;
    private static final List<Fault> FAULTS = Faults.all();

    private static ExecutorService threads;
    private static Map<String, Future<Report>> reports;

    @BeforeAll
    static void runAll() {
        threads = Executors.newFixedThreadPool(SIDE_BY_SIDE);
        reports =
                FAULTS.stream().collect(Collectors.toMap(Fault::name, fault -> threads.submit(() -> Bench.run(fault))));
    }

    @AfterAll
    static void stop() {
        threads.shutdownNow();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    void aFaultIsCaughtByTheCheckMadeForItAndByNoOtherThanThoseThatFeelIt(Fault fault) throws Exception {
        Report report = Objects.requireNonNull(reports.get(fault.name())).get();

        assertThat(Bench.ids(report, "failed"))
                .as(() -> failures(report))
                .containsExactlyInAnyOrderElementsOf(fault.felt());
    }

    @Test
    void everyCheckIsMadeForAFaultThatItCatches() {
        Set<String> catching =
                FAULTS.stream().flatMap(fault -> fault.caughtBy().stream()).collect(Collectors.toSet());

        assertThat(WireRules.all()).extracting(Check::id).containsExactlyInAnyOrderElementsOf(catching);
    }

    @Test
    void noFaultIsThereTwice() {
        assertThat(FAULTS.stream().collect(Collectors.groupingBy(Fault::name, Collectors.counting())))
                .hasSizeGreaterThan(40)
                .allSatisfy((name, times) -> assertThat(times).as(name).isOne());
    }

    static List<Fault> faults() {
        return FAULTS;
    }

    private static String failures(Report report) {
        return report.results().stream()
                .filter(result -> result.verdict().word().equals("failed"))
                .map(result -> result.check().id() + ": " + result.verdict())
                .collect(Collectors.joining("\n"));
    }
}
