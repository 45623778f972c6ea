package build.offload.plugin.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.spi.frontend.Frontend;
import build.offload.spi.frontend.Frontend.FrontendContext;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Start and stop. */
class LifecycleTest extends ServedTest {

    private static final Pattern OURS = Pattern.compile("offload-http|helidon-|server-");
    private static final Duration GRACE = Duration.ofSeconds(30);
    private static final Call DRAIN =
            Call.post("/transition/box-drain", "{\"expectedRevision\":7,\"idempotencyKey\":\"k\",\"args\":{}}");

    private final ExecutorService aside = Executors.newVirtualThreadPerTaskExecutor();

    @AfterAll
    void closeAside() {
        aside.shutdownNow();
    }

    @Test
    void itListensOnLoopbackOnly() {
        assertThat(server().getHost()).isEqualTo("127.0.0.1");
        assertThat(server().getPort()).isPositive();
    }

    @Test
    void anAddressThatIsTakenIsNamedWithTheLikelyCauseAndNoThreadIsLeft() {
        Set<Thread> before = threads();
        FrontendContext same = new FrontendContext(guard, controller, server().getPort(), VERSION);

        assertThatThrownBy(() -> new HttpFrontend().start(same))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("127.0.0.1:" + server().getPort())
                .hasMessageContaining("another controller");

        assertThat(threads()).isEqualTo(before);
    }

    @Test
    void itStartsWhateverClassLoaderTheThreadHas() throws IOException {
        Thread.currentThread().setContextClassLoader(ClassLoader.getPlatformClassLoader());

        Frontend.Running second = new HttpFrontend().start(new FrontendContext(guard, controller, 0, VERSION));

        assertThat(Call.get("/livez").send(second.address()).status()).isEqualTo(200);
        assertThat(Thread.currentThread().getContextClassLoader()).isEqualTo(ClassLoader.getPlatformClassLoader());
        second.stop(GRACE);
        Thread.currentThread().setContextClassLoader(getClass().getClassLoader());
    }

    @Test
    void afterAStopThePortIsFreeAndNothingAnswers() throws IOException {
        Set<Thread> before = threads();
        Frontend.Running server = another(0);
        URI address = server.address();

        server.stop(GRACE);
        server.stop(GRACE);

        assertThatThrownBy(() -> Call.get("/livez").send(address)).isInstanceOf(IOException.class);
        another(address.getPort()).stop(GRACE);
        assertThat(threads())
                .filteredOn(thread -> !before.contains(thread))
                .as("but for the timer that the library never ends, a daemon")
                .allMatch(thread -> thread.getName().equals("helidon-idle-connection-timer") || ends(thread));
    }

    @Test
    void aStopFinishesWhatWasAdmittedAndTakesNothingMore() throws Exception {
        CountDownLatch admitted = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        controller.answer = () -> {
            admitted.countDown();
            awaited(release);
            return FakeController.committed("{}");
        };
        Frontend.Running server = another(0);
        Future<Response> first = aside.submit(() -> DRAIN.send(server.address()));
        awaited(admitted);

        Future<?> stop = aside.submit(() -> server.stop(GRACE));
        Response late = Call.get("/livez").send(server.address());
        while (late.status() == 200) {
            late = Call.get("/livez").send(server.address());
        }

        assertThat(late.status()).isEqualTo(503);
        assertThat(late.text()).isEqualTo("{\"error\":\"busy\"}");
        assertThat(late.header("Retry-After")).isPresent();
        assertThat(stop.isDone()).isFalse();
        release.countDown();
        assertThat(first.get(10, TimeUnit.SECONDS).status()).isEqualTo(200);
        assertThat(first.get().header("Connection")).hasValue("close");
        stop.get(10, TimeUnit.SECONDS);
    }

    @Test
    void aStopDoesNotWaitLongerThanItsGrace() throws Exception {
        CountDownLatch admitted = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        controller.answer = () -> {
            admitted.countDown();
            awaited(never);
            return FakeController.committed("{}");
        };
        Frontend.Running server = another(0);
        Future<Response> stuck = aside.submit(() -> DRAIN.send(server.address()));
        awaited(admitted);

        aside.submit(() -> server.stop(Duration.ofMillis(20))).get(10, TimeUnit.SECONDS);

        assertThatThrownBy(() -> stuck.get(10, TimeUnit.SECONDS)).isNotNull();
        never.countDown();
    }

    /** The listener's thread is past its work when a stop returns, and about to end. */
    private static boolean ends(Thread thread) {
        try {
            return thread.join(Duration.ofSeconds(10));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static void awaited(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** The threads that a server may have; the JVM's own come and go. */
    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> OURS.matcher(thread.getName()).lookingAt())
                .collect(Collectors.toSet());
    }
}
