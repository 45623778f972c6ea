package build.offload.kernel.reconcile;

import build.offload.kernel.dispatch.PlaceStep;
import build.offload.kernel.store.Store;
import build.offload.kernel.transition.Outcome;
import build.offload.kernel.transition.Transition.PlaceTickets;
import build.offload.spi.frontend.Controller.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Runs dispatch passes until one places nothing more. A pass looks at the whole queue, so none is made while nothing happened
 * since the last one that found nothing: time alone closes hosts and opens none. Now and then one is made all the same, so
 * that a transition which breaks that rule does not hold up the queue.
 */
final class DispatchLoop {

    private static final Duration ANYWAY = Duration.ofSeconds(10);

    private final Store store;
    private final Transitions transitions;
    private final int placementsPerPass;
    private final AtomicReference<Instant> lastSettled;
    private Optional<Settled> settled = Optional.empty();

    /** A pass that found nothing to place, and the number of the last event it knew. */
    private record Settled(long seq, Instant at) {}

    DispatchLoop(Store store, Transitions transitions, int placementsPerPass, Instant startedAt) {
        this.store = store;
        this.transitions = transitions;
        this.placementsPerPass = placementsPerPass;
        this.lastSettled = new AtomicReference<>(startedAt);
    }

    void tick(Instant now) {
        boolean placing = due(now);
        while (placing) {
            long seq = store.read(tx -> tx.events().lastSeq());
            Outcome outcome = transitions.apply(new PlaceTickets(placementsPerPass));
            placing = outcome instanceof Outcome.Committed committed && placed(committed);
            if (placing || nothingToPlace(outcome)) {
                lastSettled.set(now);
            }
            settled = nothingToPlace(outcome) ? Optional.of(new Settled(seq, now)) : Optional.empty();
        }
    }

    private boolean due(Instant now) {
        Optional<Settled> known =
                settled.filter(last -> Duration.between(last.at(), now).abs().compareTo(ANYWAY) < 0);
        return known.isEmpty()
                || store.read(tx -> tx.events().lastSeq()) != known.get().seq();
    }

    private static boolean placed(Outcome.Committed committed) {
        return committed.result().get("placed") instanceof Number count && count.longValue() > 0;
    }

    /** A pass that was refused for any other reason has not looked at the queue. */
    private static boolean nothingToPlace(Outcome outcome) {
        return outcome instanceof Outcome.Refused(Refusal refusal)
                && refusal.code().equals(PlaceStep.NOTHING);
    }

    /** Return when a pass last placed a job or found none that it could place; the start before that. */
    Instant lastSettled() {
        return lastSettled.get();
    }
}
