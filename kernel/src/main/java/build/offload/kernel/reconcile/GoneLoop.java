package build.offload.kernel.reconcile;

import build.offload.kernel.job.ControllerGoneStep;
import build.offload.kernel.store.ControllerRow;
import build.offload.kernel.store.Store;
import build.offload.kernel.transition.ControllerGone;
import build.offload.kernel.transition.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Has the jobs of controllers given up that are gone for good, so that they do not hold slots and places for ever. One thread ticks. */
final class GoneLoop {

    private static final Duration EVERY = Duration.ofMinutes(1);

    private final Store store;
    private final Transitions transitions;
    private final String self;
    private Optional<Instant> lookedAt = Optional.empty();

    GoneLoop(Store store, Transitions transitions, String self) {
        this.store = store;
        this.transitions = transitions;
        this.self = self;
    }

    void tick(Instant now) {
        if (lookedAt.filter(last -> Duration.between(last, now).abs().compareTo(EVERY) < 0)
                .isPresent()) {
            return;
        }
        lookedAt = Optional.of(now);
        gone(now).forEach(controller -> {
            ControllerGone portion = new ControllerGone(controller.id());
            while (transitions.apply(portion) instanceof Outcome.Committed) {
                // The next portion follows.
            }
        });
    }

    private List<ControllerRow> gone(Instant now) {
        return store.read(tx -> tx.controllers().all().stream()
                .filter(controller -> !controller.id().equals(self))
                .filter(controller -> ControllerGoneStep.gone(tx, controller, now))
                .filter(controller -> !tx.jobs().leftBy(controller.id(), 1).isEmpty())
                .toList());
    }
}
