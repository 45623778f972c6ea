package build.offload.kernel.store;

import build.offload.spi.model.JobId;
import java.time.Instant;
import java.util.Optional;

/**
 * A job's place in the one queue.
 *
 * @param seq order of the queue; unique, growing
 * @param detail for a blocked ticket, what no enrolled host has
 */
public record TicketRow(
        JobId job, long seq, State state, Optional<String> detail, Instant enqueuedAt, String controllerId) {

    /** Whether a host may be found for it. */
    public enum State {
        WAITING,
        BLOCKED
    }
}
