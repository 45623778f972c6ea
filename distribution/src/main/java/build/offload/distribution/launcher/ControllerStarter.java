package build.offload.distribution.launcher;

import build.offload.distribution.configuration.Configuration;
import build.offload.distribution.configuration.Places;
import build.offload.distribution.toml.TomlProblem;
import build.offload.spi.frontend.AccessGuard.Role;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/** Starts the controller inside this process; the seam between the launcher and the kernel. */
public interface ControllerStarter {

    /**
     * Start it and return once it serves.
     *
     * @throws RuntimeException when it cannot; the message says why and what to do
     */
    Running start(Launch launch);

    /**
     * What it is started with.
     *
     * @param problems what is wrong in the configuration file; with any, nothing is dispatched
     */
    record Launch(
            Places places,
            Configuration configuration,
            List<TomlProblem> problems,
            List<Token> tokens,
            FoundPlugins plugins,
            String version) {}

    /** A token that opens the controller; its secret never gets into a message. */
    record Token(String name, Role role, String secret) {
        @Override
        public String toString() {
            return "token " + name + " (" + role + ")";
        }
    }

    /** A controller that serves. */
    interface Running {
        /** Return where it is reached. */
        URI address();

        /** Stop taking requests and end; builds that run on hosts go on. */
        void stop(Duration grace);
    }
}
