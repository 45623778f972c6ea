package build.offload.spi.frontend;

import build.offload.spi.Plugin;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;

/**
 * Serves the controller to clients over some protocol. A frontend carries requests and answers; it decides nothing.
 *
 * @implSpec
 * <ul>
 *   <li><b>H-1.</b> Every request, also one to an unknown place, passes {@link AccessGuard#admit} before its body is read.
 *   <li><b>H-2.</b> It listens on loopback only.
 *   <li><b>H-3.</b> {@link Running#stop} lets requests that were admitted finish within the grace.
 * </ul>
 */
public non-sealed interface Frontend extends Plugin {

    /** Start to serve; throws {@link IOException} when the address cannot be had, naming it. */
    Running start(FrontendContext context) throws IOException;

    /** A frontend that serves. */
    interface Running {
        /** Return where it is reached. */
        URI address();

        /** Stop taking requests, finish those under way, and end. */
        void stop(Duration grace);
    }

    /**
     * What a frontend works with.
     *
     * @param port the loopback port to listen on; 0 lets the system choose
     * @param version the product's version, for clients to compare with theirs
     */
    record FrontendContext(AccessGuard access, Controller controller, int port, String version) {}
}
