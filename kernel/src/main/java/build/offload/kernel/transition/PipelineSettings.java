package build.offload.kernel.transition;

import java.time.Duration;

/**
 * The pipeline's bounds.
 *
 * @param queueCapacity how many requests may wait; more are told to come again
 * @param batchLimit how many are committed together at most
 * @param replayRetention how long an answer is kept under its key, from its commit
 * @param pruneLimit how many old answers are forgotten in one go
 * @param retryAfter after how long one that was turned away may come again
 */
public record PipelineSettings(
        int queueCapacity, int batchLimit, Duration replayRetention, int pruneLimit, Duration retryAfter) {

    public PipelineSettings {
        if (queueCapacity < 1 || batchLimit < 1 || pruneLimit < 1) {
            throw new IllegalArgumentException("queueCapacity, batchLimit and pruneLimit must be positive");
        }
    }

    /** Return the bounds of the wire contract: 24 hours of replay. */
    public static PipelineSettings defaults() {
        return new PipelineSettings(4096, 256, Duration.ofHours(24), 500, Duration.ofSeconds(1));
    }
}
