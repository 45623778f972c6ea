package build.offload.plugin.http;

import build.offload.spi.frontend.Frontend;
import build.offload.spi.frontend.Frontend.FrontendContext;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** A server on a port of the system's choice, over a controller and a guard that do as they are told; one for all tests of a class. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ServedTest {

    static final String VERSION = "1.2.3-test";

    final FakeController controller = new FakeController();
    final FakeGuard guard = new FakeGuard();

    private Frontend.Running running = new NotStarted();

    @BeforeAll
    void start() throws IOException {
        running = another(0);
    }

    @AfterAll
    void stop() {
        running.stop(Duration.ofSeconds(5));
    }

    @BeforeEach
    void forget() {
        controller.forget();
        guard.scopes.clear();
    }

    Limits limits() {
        return Limits.standard();
    }

    /** Start one more server, for a test that stops it. */
    Frontend.Running another(int port) throws IOException {
        return new HttpFrontend(limits()).start(new FrontendContext(guard, controller, port, VERSION));
    }

    URI server() {
        return running.address();
    }

    Response send(Call call) throws IOException {
        return call.send(server());
    }

    private record NotStarted() implements Frontend.Running {
        @Override
        public URI address() {
            throw new IllegalStateException("the server was not started");
        }

        @Override
        public void stop(Duration grace) {}
    }
}
