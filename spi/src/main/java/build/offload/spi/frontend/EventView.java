package build.offload.spi.frontend;

import java.time.Instant;
import java.util.Map;
import java.util.OptionalInt;

/**
 * One event: the ten fields of the stream, and what the operator API adds.
 *
 * @param seq position in commit order, from 1 without gaps
 * @param revision the cluster's revision at the event's commit
 * @param type what kind of step it was, such as {@code job-started}
 * @param actor who asked for the step
 * @param data further fields of this type of event; redacted
 */
public record EventView(
        long seq,
        long revision,
        String type,
        String actor,
        Instant ts,
        String job,
        String repo,
        String host,
        String snapshot,
        int attempt,
        String stage,
        String reason,
        OptionalInt rc,
        double durationSeconds,
        Map<String, Object> data) {}
