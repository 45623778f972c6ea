package build.offload.kernel.store;

import java.time.Instant;

/**
 * A committed answer, kept for whoever comes with its key again.
 *
 * @param verb the transition's name
 * @param fingerprint digest of its redacted arguments, to notice a key that is used for something else
 * @param body the answer, byte for byte
 * @param revision the revision after the commit
 */
public record Replay(
        String idempotencyKey, String verb, String fingerprint, byte[] body, long revision, Instant committedAt) {}
