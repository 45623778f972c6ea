package build.offload.spi.frontend;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How the controller itself fares; what {@code /status} has no field for.
 *
 * @param controllerId the controller's lasting id; {@code epoch} grows with each start
 * @param ready whether changes can be committed now
 * @param journal why the audit journal cannot be written, and since when; absent while it can
 * @param incidents what needs an operator's eye and is not yet over
 */
public record HealthView(
        String controllerId,
        long epoch,
        String version,
        boolean ready,
        Optional<Fault> journal,
        Optional<Instant> lastPassAt,
        List<Incident> incidents) {

    /** What is wrong, and since when. */
    public record Fault(String reason, Instant since) {}

    /** An open incident. */
    public record Incident(String kind, String severity, String message, Instant since) {}
}
