package build.offload.conformance.executor;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.conformance.provider.Providers;
import build.offload.conformance.sshd.LoopbackSshd;
import build.offload.conformance.wire.check.NotApplicable;
import build.offload.spi.executor.Executor;
import build.offload.spi.executor.HostTarget;
import build.offload.spi.model.HostName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The contract on every executor that is found. That its rules catch what they are made for is shown by {@link BrokenExecutorsTest}. */
class ExecutorContractTest {

    @TempDir
    private static Path folder;

    private static Optional<LoopbackSshd> sshd = Optional.empty();

    @AfterAll
    static void stop() {
        sshd.ifPresent(LoopbackSshd::close);
    }

    @TestFactory
    Stream<DynamicTest> hostsWithoutConnectionKeepEveryRule() throws Exception {
        return rules(executor -> executor.name().equals("local"));
    }

    /** Two minutes; each build tests a host behind a connection by {@link SshBuildHostTest}. */
    @TestFactory
    @Tag("campaign")
    Stream<DynamicTest> everyOtherProviderFoundKeepsEveryRule() throws Exception {
        return rules(executor -> !executor.name().equals("local"));
    }

    private static Stream<DynamicTest> rules(Predicate<Executor> wanted) throws Exception {
        return Providers.of(Executor.class).stream()
                .filter(wanted)
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

    @Test
    void everyRuleIsMadeForAFaultThatItCatches() {
        assertThat(ExecutorFault.all().stream().map(ExecutorFault::rule).distinct())
                .containsExactlyInAnyOrderElementsOf(
                        ExecutorContract.rules().stream().map(ExecutorRule::id).toList());
    }

    @Test
    void bothBundledExecutorsAreFound() throws Exception {
        assertThat(Providers.of(Executor.class)).extracting(Executor::name).contains("local", "ssh");
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
