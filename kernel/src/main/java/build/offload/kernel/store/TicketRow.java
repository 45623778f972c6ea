package build.offload.kernel.store;

import build.offload.spi.model.JobId;
import java.time.Instant;
import java.util.Optional;

/**
 * A job's place in the one queue.
 *
 * @param detail for a blocked ticket, what no enrolled host has
 */
public record TicketRow(JobId job, QueuePlace place, State state, Optional<String> detail, String controllerId) {

    /** Return its order in the queue. */
    public long seq() {
        return place.seq();
    }

    /** Return when it was queued. */
    public Instant enqueuedAt() {
        return place.since();
    }

    /** Whether a host may be found for it. */
    public enum State {
        WAITING,
        BLOCKED
    }
}
