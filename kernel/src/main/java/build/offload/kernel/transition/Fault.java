package build.offload.kernel.transition;

import java.time.Instant;

/** Why the audit journal cannot be written, and since when. It is gone with the next intent that is. */
public record Fault(String reason, Instant since) {}
