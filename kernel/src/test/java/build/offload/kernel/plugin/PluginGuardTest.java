package build.offload.kernel.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.kernel.redact.Redactor;
import build.offload.kernel.world.SimulatedWorld;
import build.offload.spi.executor.ExecutorException;
import build.offload.spi.frontend.Query.PluginView;
import build.offload.spi.probe.CapabilityProbe;
import build.offload.spi.probe.CapabilityProbe.ProbeReport;
import java.io.IOError;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PluginGuardTest {

    private static final Duration LONG = Duration.ofMinutes(1);

    private static final Duration SHORT = Duration.ofMillis(1);

    private final SimulatedWorld world = SimulatedWorld.seeded(1);
    private final CapabilityProbe probe = new NamedProbe("tools");
    private final CapabilityProbe neighbour = new NamedProbe("host");
    private final Redactor redactor = new Redactor();
    private final PluginGuard guard = guard();

    @Test
    void aValueIsReturned() {
        CallResult<String> result = guard.call(probe, "probe", LONG, () -> "seen");

        assertThat(result).isEqualTo(new CallResult.Returned<>("seen"));
        assertThat(problem("tools")).isEmpty();
    }

    static Stream<Throwable> whateverAPluginThrows() {
        return Stream.of(
                new IllegalStateException("broken"),
                new IOException("no file"),
                new NoClassDefFoundError("lib/Missing"),
                new ServiceConfigurationError("no provider"),
                new StackOverflowError(),
                new AssertionError("never"),
                new IOError(new IOException("deep")),
                new UnspeakableException());
    }

    @ParameterizedTest
    @MethodSource("whateverAPluginThrows")
    void whateverIsThrownBecomesAValueUnderThePluginsName(Throwable thrown) {
        CallResult<String> result = guard.call(probe, "probe", LONG, throwing(thrown));

        assertThat(threw(result).plugin()).isEqualTo("tools");
        assertThat(threw(result).message())
                .startsWith("probe threw " + thrown.getClass().getName());
        assertThat(threw(result).typed()).isEmpty();
        assertThat(problem("tools")).hasValueSatisfying(text -> assertThat(text).contains("probe threw"));
        assertThat(problem("host")).isEmpty();
    }

    @Test
    void aBrokenVirtualMachineIsNotThePluginsAffair() {
        assertThatThrownBy(() -> guard.call(probe, "probe", LONG, throwing(new OutOfMemoryError("test"))))
                .isInstanceOf(OutOfMemoryError.class);
    }

    @Test
    void nothingWhereAValueIsPromisedIsAFailureByName() {
        CallResult<ProbeReport> result = guard.call(probe, "probe", LONG, nothing());

        assertThat(result)
                .isEqualTo(new CallResult.Threw<ProbeReport>(
                        "tools", "probe returned nothing where a value is promised", Optional.empty()));
        assertThat(problem("tools")).isPresent();
    }

    @Test
    void whatAnExecutorSaysOfItsHostComesTypedAndIsNoProblemOfThePlugin() {
        ExecutorException unreachable =
                new ExecutorException(ExecutorException.Kind.UNREACHABLE, "no route to build-1");

        CallResult<String> result = guard.call(probe, "identify", LONG, throwing(unreachable));

        assertThat(result)
                .isEqualTo(new CallResult.Threw<String>(
                        "tools", "identify: no route to build-1", Optional.of(unreachable)));
        assertThat(problem("tools")).isEmpty();
    }

    @Test
    void aCallPastItsLimitIsInterruptedAndGivenUp() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        PluginGuard called;
        // A call whose time is up before its thread has begun never begins, and says nothing of interrupting.
        do {
            called = guard();
            CallResult<String> result = called.call(probe, "probe", SHORT, () -> {
                begun.countDown();
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException stop) {
                    interrupted.countDown();
                }
                return "too late";
            });
            assertThat(result).isEqualTo(new CallResult.Late<>("tools", SHORT));
        } while (begun.getCount() > 0);

        interrupted.await();
        assertThat(problem(called, "tools")).hasValue("probe was not done within 0.001 s (at 2026-03-01T09:00:00Z)");
    }

    @Test
    void aCallThatHangsKeepsNoOtherFromItsTurn() {
        CountDownLatch never = new CountDownLatch(1);

        CallResult<String> hanging = guard.call(probe, "probe", SHORT, stubborn(never));
        CallResult<String> other = guard.call(neighbour, "probe", LONG, () -> "seen");
        CallResult<String> again = guard.call(probe, "probe", LONG, () -> "seen");

        assertThat(hanging).isInstanceOf(CallResult.Late.class);
        assertThat(other).isInstanceOf(CallResult.Returned.class);
        assertThat(again).isInstanceOf(CallResult.Returned.class);
        never.countDown();
    }

    @Test
    void aPluginWhoseCallsNeverEndIsCalledNoMoreUntilTheyDo() {
        CountDownLatch never = new CountDownLatch(1);

        CallResult<String> refused =
                until(CallResult.Threw.class, () -> guard.call(probe, "probe", SHORT, stubborn(never)));
        CallResult<String> neighbours = guard.call(neighbour, "probe", LONG, () -> "seen");
        never.countDown();
        CallResult<String> recovered =
                until(CallResult.Returned.class, () -> guard.call(probe, "probe", LONG, () -> "seen"));

        assertThat(threw(refused).message()).contains("256 earlier calls");
        assertThat(neighbours).isInstanceOf(CallResult.Returned.class);
        assertThat(recovered).isEqualTo(new CallResult.Returned<>("seen"));
    }

    @Test
    void problemsInARowAreCountedFromTheFirst() {
        guard.call(probe, "probe", LONG, throwing(new IllegalStateException("first")));
        world.clock().advance(Duration.ofMinutes(1));
        guard.call(probe, "probe", LONG, throwing(new IllegalStateException("second")));

        assertThat(problem("tools"))
                .hasValue("probe threw java.lang.IllegalStateException: second (2 times since 2026-03-01T09:00:00Z)");
    }

    @Test
    void aLaterSuccessClearsTheProblem() {
        guard.call(probe, "probe", LONG, throwing(new IllegalStateException("once")));

        guard.call(probe, "probe", LONG, () -> "seen");

        assertThat(problem("tools")).isEmpty();
    }

    @Test
    void secretsInAMessageAreNotPassedOn() {
        redactor.register("hunter2-hunter2");

        guard.call(probe, "probe", LONG, throwing(new IllegalStateException("login hunter2-hunter2 failed")));

        assertThat(problem("tools")).hasValueSatisfying(text -> assertThat(text).doesNotContain("hunter2"));
    }

    @Test
    void anEndlessMessageIsCut() {
        CallResult<String> result =
                guard.call(probe, "probe", LONG, throwing(new IllegalStateException("x".repeat(100_000))));

        assertThat(threw(result).message()).hasSizeLessThan(3000);
    }

    @Test
    void theCallRunsUnderThePluginsClassLoader() {
        CallResult<ClassLoader> result =
                guard.call(probe, "probe", LONG, () -> Thread.currentThread().getContextClassLoader());

        assertThat(result).isEqualTo(new CallResult.Returned<>(NamedProbe.class.getClassLoader()));
    }

    @Test
    void anInterruptedCallerGivesUpAndStaysInterrupted() {
        CountDownLatch never = new CountDownLatch(1);
        Thread.currentThread().interrupt();

        CallResult<String> result = guard.call(probe, "probe", LONG, stubborn(never));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(threw(result).message()).contains("stopping");
        assertThat(problem("tools")).isEmpty();
        never.countDown();
    }

    @Test
    void aPluginOfNoRosterIsRefused() {
        assertThatThrownBy(() -> guard.call(new NamedProbe("stranger"), "probe", LONG, () -> "seen"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatCouldNotBeLoadedIsListedBesideWhatWas() {
        assertThat(guard.views())
                .containsExactly(
                        new PluginView("host", "probe", "1.0", "bundled", Optional.empty()),
                        new PluginView("tools", "probe", "1.0", "bundled", Optional.empty()),
                        new PluginView("odd.jar", "unusable", "", "plugins/odd.jar", Optional.of("scan: not a zip")));
    }

    private PluginGuard guard() {
        return new PluginGuard(roster(), world.withRealThreads(), redactor);
    }

    private PluginRoster roster() {
        return new PluginRoster(
                List.of(
                        new LoadedPlugin(probe, "tools", "probe", "1.0", "bundled"),
                        new LoadedPlugin(neighbour, "host", "probe", "1.0", "bundled")),
                List.of(new FailedPlugin("odd.jar", "plugins/odd.jar", "scan", "not a zip")));
    }

    private Optional<String> problem(String name) {
        return problem(guard, name);
    }

    private static Optional<String> problem(PluginGuard of, String name) {
        return of.views().stream()
                .filter(view -> view.name().equals(name))
                .findFirst()
                .flatMap(PluginView::problem);
    }

    private static CallResult.Threw<String> threw(CallResult<String> result) {
        assertThat(result).isInstanceOf(CallResult.Threw.class);
        return (CallResult.Threw<String>) result;
    }

    /** Call until the result is of a kind: the guard hears of a call's beginning and end a moment late. */
    private static <T> CallResult<T> until(Class<?> kind, Supplier<CallResult<T>> call) {
        return Stream.generate(call)
                .limit(100_000)
                .filter(kind::isInstance)
                .findFirst()
                .orElseThrow();
    }

    private static Callable<String> stubborn(CountDownLatch never) {
        return () -> {
            while (never.getCount() > 0) {
                try {
                    never.await();
                } catch (InterruptedException unheeded) {
                    // A plugin need not be polite.
                }
            }
            return "at last";
        };
    }

    private static <T> Callable<T> throwing(Throwable thrown) {
        return () -> {
            switch (thrown) {
                case Exception exception -> throw exception;
                case Error error -> throw error;
                default -> throw new IllegalStateException(thrown);
            }
        };
    }

    @SuppressWarnings("NullAway") // A plugin is not bound by our annotations.
    private static <T> Callable<T> nothing() {
        return () -> null;
    }

    private record NamedProbe(String name) implements CapabilityProbe {
        @Override
        public ProbeReport probe(ProbeRequest request) {
            return new ProbeReport(List.of(), Optional.empty());
        }
    }

    /** Throws from the code that should describe it. */
    private static final class UnspeakableException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("and this, too");
        }
    }
}
