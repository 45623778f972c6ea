package build.offload.kernel.dispatch;

import build.offload.kernel.store.ControllerRow;
import build.offload.kernel.store.ReadTransaction;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which of the controllers that share a store are alive, by the database's clock. Only its own controller starts a job, so a
 * slot given to one that is gone would stay idle. The one that asks lives.
 */
final class Liveness {

    /** Some missed heartbeats mean nothing; a laptop that sleeps is passed over after a minute. */
    static final Duration LAPSES_AFTER = Duration.ofSeconds(60);

    private final Set<String> alive;

    private Liveness(Set<String> alive) {
        this.alive = alive;
    }

    static Liveness read(ReadTransaction tx, Instant now, String self) {
        Instant lapsed = tx.controllers().clock(now).minus(LAPSES_AFTER);
        return new Liveness(tx.controllers().all().stream()
                .filter(controller ->
                        controller.id().equals(self) || controller.heartbeatAt().isAfter(lapsed))
                .map(ControllerRow::id)
                .collect(Collectors.toUnmodifiableSet()));
    }

    /** Return whether a controller would start what is placed for it. */
    boolean of(String controllerId) {
        return alive.contains(controllerId);
    }
}
