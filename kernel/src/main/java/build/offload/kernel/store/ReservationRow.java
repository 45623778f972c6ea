package build.offload.kernel.store;

import build.offload.spi.model.AttemptId;
import build.offload.spi.model.HostName;

/**
 * A slot of a host that an attempt has.
 *
 * @param from the place in the queue that the job gave up for it, to which it goes back if the attempt never starts
 */
public record ReservationRow(AttemptId attempt, HostName host, QueuePlace from) {}
