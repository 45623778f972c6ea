package build.offload.conformance.executor;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.conformance.wire.check.Violation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each rule of the executors' contract on one that is broken in the way it is made for. These minutes are too many for each build. */
@Tag("campaign")
class BrokenExecutorsTest {

    private static final int SIDE_BY_SIDE = 3;

    @TempDir
    private static Path folder;

    private static ExecutorService threads;
    private static Map<String, Future<Optional<Throwable>>> findings;

    /** The faults share nothing, and mostly wait. */
    @BeforeAll
    static void examineTheBroken() {
        threads = Executors.newFixedThreadPool(SIDE_BY_SIDE);
        findings = ExecutorFault.all().stream()
                .collect(Collectors.toMap(ExecutorFault::toString, fault -> threads.submit(() -> finding(fault))));
    }

    @AfterAll
    static void stop() {
        threads.shutdownNow();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    void aFaultIsCaughtByTheRuleMadeForIt(ExecutorFault fault) throws Exception {
        ExecutorRule rule = rule(fault.rule());

        assertThat(Objects.requireNonNull(findings.get(fault.toString())).get())
                .get()
                .asInstanceOf(InstanceOfAssertFactories.THROWABLE)
                .isInstanceOf(Violation.class)
                .hasMessageStartingWith(rule.id())
                .hasMessageEndingWith(rule.lookAt());
    }

    private static Optional<Throwable> finding(ExecutorFault fault) throws Exception {
        Path own = Files.createTempDirectory(folder, "fault");
        Subject broken = new BrokenExecutor(fault.mistake()).subject(own.resolve("root"));
        try {
            rule(fault.rule()).check(broken, Files.createDirectory(own.resolve("rule")));
            return Optional.empty();
        } catch (RuntimeException caught) {
            return Optional.of(caught);
        }
    }

    static List<ExecutorFault> faults() {
        return ExecutorFault.all();
    }

    private static ExecutorRule rule(String id) {
        return ExecutorContract.rules().stream()
                .filter(rule -> rule.id().equals(id))
                .findFirst()
                .orElseThrow();
    }
}
