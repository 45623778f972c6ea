package build.offload.kernel.store;

import build.offload.spi.model.HostName;
import java.time.Instant;

/** A command class kept off a host; no row means closed. */
public record CircuitRow(HostName host, String command, State state, String reason, Instant openedAt) {

    /** How far a circuit is from closed. */
    public enum State {
        /** The class is kept off. */
        OPEN,
        /** The class is kept off, and is about to be probed again. */
        HALF_OPEN
    }
}
