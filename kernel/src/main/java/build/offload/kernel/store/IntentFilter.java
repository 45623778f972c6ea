package build.offload.kernel.store;

import java.time.Instant;

/**
 * Which intents are meant.
 *
 * @param since only those not older
 * @param actor only of this one; empty for everybody's
 * @param kind only of this transition; empty for all
 * @param withoutKey whether those without an idempotency key are meant too: what the controller's own loops asked for
 */
public record IntentFilter(Instant since, String actor, String kind, boolean withoutKey) {}
