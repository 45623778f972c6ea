package build.offload.kernel.reconcile;

import build.offload.kernel.transition.Outcome;
import build.offload.kernel.transition.Transition.PlaceTickets;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;

/** Runs dispatch passes until one places nothing more. */
final class DispatchLoop {

    private final Transitions transitions;
    private final int placementsPerPass;
    private final AtomicReference<Instant> lastPlacement;

    DispatchLoop(Transitions transitions, int placementsPerPass, Instant startedAt) {
        this.transitions = transitions;
        this.placementsPerPass = placementsPerPass;
        this.lastPlacement = new AtomicReference<>(startedAt);
    }

    void tick(Instant now) {
        while (transitions.apply(new PlaceTickets(placementsPerPass)) instanceof Outcome.Committed committed
                && placed(committed)) {
            lastPlacement.set(now);
        }
    }

    private static boolean placed(Outcome.Committed committed) {
        return committed.result().get("placed") instanceof Number count && count.longValue() > 0;
    }

    /** Return when a job was last placed, or this controller started. */
    Instant lastPlacement() {
        return lastPlacement.get();
    }
}
