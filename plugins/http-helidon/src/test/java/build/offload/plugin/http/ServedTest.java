package build.offload.plugin.http;

import build.offload.spi.frontend.Frontend;
import build.offload.spi.frontend.Frontend.FrontendContext;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A server on a port of the system's choice, over a controller and a guard that do as they are told. */
abstract class ServedTest {

    static final String VERSION = "1.2.3-test";

    final FakeController controller = new FakeController();
    final FakeGuard guard = new FakeGuard();

    private Frontend.Running running = new NotStarted();

    @BeforeEach
    void start() throws IOException {
        running = new HttpFrontend(limits()).start(new FrontendContext(guard, controller, 0, VERSION));
    }

    @AfterEach
    void stop() {
        running.stop(Duration.ofSeconds(5));
    }

    Limits limits() {
        return Limits.standard();
    }

    Frontend.Running running() {
        return running;
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
