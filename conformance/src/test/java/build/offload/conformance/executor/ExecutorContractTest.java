package build.offload.conformance.executor;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.conformance.sshd.LoopbackSshd;
import build.offload.conformance.wire.check.NotApplicable;
import build.offload.conformance.wire.check.Violation;
import build.offload.spi.executor.Executor;
import build.offload.spi.executor.HostTarget;
import build.offload.spi.model.HostName;
import java.io.IOException;
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
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract on every executor that is found, and each of its rules on one that is broken in the way it is made for. */
class ExecutorContractTest {

    private static final int SIDE_BY_SIDE = 3;

    @TempDir
    private static Path folder;

    private static Optional<LoopbackSshd> sshd = Optional.empty();
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
        sshd.ifPresent(LoopbackSshd::close);
    }

    @TestFactory
    Stream<DynamicTest> everyProviderFoundKeepsEveryRule() throws Exception {
        return FoundExecutors.all().stream()
                .flatMap(executor -> ExecutorContract.rules().stream()
                        .map(rule ->
                                DynamicTest.dynamicTest(executor.name() + ": " + rule, () -> keeps(executor, rule))));
    }

    private static void keeps(Executor executor, ExecutorRule rule) throws Exception {
        Path own = Files.createDirectories(folder.resolve(executor.name()).resolve(rule.id()));
        try {
            rule.check(new Subject(executor, target(executor)), own);
        } catch (NotApplicable nothing) {
            Assumptions.abort(nothing.getMessage());
        }
    }

    private static HostTarget target(Executor executor) throws Exception {
        Optional<String> root =
                Optional.of(folder.resolve("root-" + executor.name()).toString());
        return switch (executor.name()) {
            case "local" ->
                new HostTarget(new HostName("here"), Optional.empty(), Optional.empty(), Optional.empty(), root);
            case "ssh" -> {
                LoopbackSshd server = server();
                yield new HostTarget(
                        new HostName("there"),
                        Optional.of(server.address()),
                        Optional.of(server.hostKey()),
                        Optional.of(server.identityFile().toString()),
                        root);
            }
            default -> throw new AssertionError("say here how a host of '" + executor.name() + "' is reached");
        };
    }

    private static LoopbackSshd server() throws IOException, InterruptedException {
        LoopbackSshd.assumeInstalled();
        if (sshd.isEmpty()) {
            sshd = Optional.of(LoopbackSshd.start(folder.resolve("sshd")));
        }
        return sshd.get();
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

    @Test
    void everyRuleIsMadeForAFaultThatItCatches() {
        assertThat(ExecutorFault.all().stream().map(ExecutorFault::rule).distinct())
                .containsExactlyInAnyOrderElementsOf(
                        ExecutorContract.rules().stream().map(ExecutorRule::id).toList());
    }

    @Test
    void bothBundledExecutorsAreFound() throws Exception {
        assertThat(FoundExecutors.all()).extracting(Executor::name).contains("local", "ssh");
    }

    @Test
    void everyRuleQuotesItsPageWordByWordAndIsListedForPeople() throws Exception {
        List<String> listed = Files.readAllLines(Path.of("../docs/conformance.md")).stream()
                .filter(line -> line.startsWith("| E-"))
                .toList();

        assertThat(listed)
                .isEqualTo(ExecutorContract.rules().stream()
                        .map(rule -> "| " + rule.id() + " | " + rule.title() + " |")
                        .toList());
        for (ExecutorRule rule : ExecutorContract.rules()) {
            assertThat(page(rule.serves().page().title()))
                    .as(rule.id())
                    .contains(rule.serves().sentence());
            assertThat(rule.lookAt()).matches("(Look|Compare) .*\\.");
        }
    }

    /** Returns a page of the interface as it reads, without the comment's own marks. */
    private static String page(String type) throws IOException {
        String text = Files.readString(Path.of("../spi/src/main/java", type.replace('.', '/') + ".java"));
        return text.replaceAll("\\n\\s*\\* ?", " ").replaceAll("\\s+", " ");
    }
}
