package build.offload.kernel.reconcile;

import build.offload.kernel.dispatch.PlaceStep;
import build.offload.kernel.transition.Outcome;
import build.offload.kernel.transition.Transition.PlaceTickets;
import build.offload.spi.frontend.Controller.Refusal;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;

/** Runs dispatch passes until one places nothing more. */
final class DispatchLoop {

    private final Transitions transitions;
    private final int placementsPerPass;
    private final AtomicReference<Instant> lastSettled;

    DispatchLoop(Transitions transitions, int placementsPerPass, Instant startedAt) {
        this.transitions = transitions;
        this.placementsPerPass = placementsPerPass;
        this.lastSettled = new AtomicReference<>(startedAt);
    }

    void tick(Instant now) {
        boolean placing = true;
        while (placing) {
            Outcome outcome = transitions.apply(new PlaceTickets(placementsPerPass));
            placing = outcome instanceof Outcome.Committed committed && placed(committed);
            if (placing || nothingToPlace(outcome)) {
                lastSettled.set(now);
            }
        }
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
