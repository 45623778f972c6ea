package build.offload.kernel.controller;

import build.offload.kernel.access.TokenGuard;
import build.offload.kernel.controller.Settings.PolicySource;
import build.offload.kernel.world.World;
import build.offload.spi.frontend.Frontend;
import build.offload.spi.frontend.Frontend.FrontendContext;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A running controller: the kernel with its threads, and the frontends that serve it. It ends with {@link #stop}; what runs
 * on hosts goes on without it.
 */
public final class OffloadController {

    private final Kernel kernel;
    private final List<Frontend.Running> frontends;

    private OffloadController(Kernel kernel, List<Frontend.Running> frontends) {
        this.kernel = kernel;
        this.frontends = List.copyOf(frontends);
    }

    /**
     * Start a controller in this process with the real clock, processes and threads.
     *
     * @param source tells what the configuration says by now
     * @param database where the state is kept; empty for a file in the state folder
     */
    public static OffloadController start(
            Settings settings, PolicySource source, PluginCatalogue plugins, Optional<SharedDatabase> database)
            throws IOException {
        return start(settings, source, plugins, database, World.system());
    }

    /**
     * Start a controller. When it returns, the frontends serve and the loops run; when it throws, nothing of it is left.
     *
     * @throws IOException when a frontend's address cannot be had
     */
    static OffloadController start(
            Settings settings,
            PolicySource source,
            PluginCatalogue plugins,
            Optional<SharedDatabase> database,
            World world)
            throws IOException {
        Kernel kernel = new Kernel(settings, source, plugins, database, world);
        List<Frontend.Running> running = new ArrayList<>();
        try {
            TokenGuard access = new TokenGuard(Tokens.of(settings));
            for (PluginCatalogue.Loaded<Frontend> frontend : plugins.frontends()) {
                FrontendContext context =
                        new FrontendContext(access, kernel.gateway(), settings.port(), settings.version());
                Frontend.Running started = frontend.plugin().start(context);
                running.add(started);
                access.servesOn(started.address().getPort());
            }
            kernel.start();
            return new OffloadController(kernel, running);
        } catch (IOException | RuntimeException failure) {
            running.forEach(frontend -> frontend.stop(Duration.ZERO));
            kernel.stop();
            throw failure;
        }
    }

    /** Return where the first frontend is reached. */
    public URI address() {
        return frontends.getFirst().address();
    }

    /** Take no more requests, finish those that were admitted within the grace, and end. */
    public void stop(Duration grace) {
        frontends.forEach(frontend -> frontend.stop(grace));
        kernel.stop();
    }
}
