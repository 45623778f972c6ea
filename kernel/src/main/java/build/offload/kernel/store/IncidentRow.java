package build.offload.kernel.store;

import java.time.Instant;
import java.util.Optional;

/**
 * Something that is wrong, said once however often it is noticed: one is open for each kind and subject.
 *
 * @param kind a code such as {@code config-invalid}
 * @param subject what it is about, such as a host's name; empty for the controller itself
 * @param severity a code such as {@code act}
 * @param message what is wrong, why, and what to do
 */
public record IncidentRow(
        long id,
        String kind,
        String subject,
        String severity,
        String message,
        Instant openedAt,
        Optional<Instant> closedAt) {}
