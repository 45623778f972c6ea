package build.offload.kernel.store;

import java.time.Instant;

/**
 * A place in the queue.
 *
 * @param seq order of the queue; unique, growing
 * @param since when the job was put there
 * @param afterAttempt how many attempts the job had had by then; what failed before is not held against it
 */
public record QueuePlace(long seq, Instant since, int afterAttempt) {}
