package build.offload.kernel.controller;

import build.offload.kernel.dispatch.WedgedStep;
import build.offload.kernel.reconcile.Transitions;
import build.offload.kernel.store.Store;
import build.offload.kernel.transition.DispatchFreed;
import build.offload.kernel.transition.DispatchWedged;
import build.offload.spi.frontend.Controller;
import build.offload.spi.frontend.Controller.StatusPage;
import build.offload.spi.frontend.ControllerStatus.Wedge;
import build.offload.spi.model.HostName;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Has it written down when dispatch gets wedged and when it is free again, as the status shows it. The status of a long queue
 * costs something, so it is asked only when dispatch has not settled for as long as a wedge takes. One thread ticks.
 */
final class WedgeLoop {

    private static final System.Logger LOG = System.getLogger(WedgeLoop.class.getName());

    private final Store store;
    private final Supplier<StatusPage> status;
    private final Transitions transitions;
    private final Clues clues;

    /** What says cheaply whether there may be a wedge: when dispatch last settled, and how long it may be unsettled. */
    record Clues(Supplier<Instant> dispatchedAt, Supplier<Duration> wedgeAfter) {
        boolean suspicious(Instant now) {
            return !dispatchedAt.get().plus(wedgeAfter.get()).isAfter(now);
        }
    }

    WedgeLoop(Store store, Supplier<StatusPage> status, Transitions transitions, Clues clues) {
        this.store = store;
        this.status = status;
        this.transitions = transitions;
        this.clues = clues;
    }

    void tick(Instant now) {
        try {
            boolean known = store.read(tx -> tx.incidents().open(WedgedStep.INCIDENT, ""))
                    .isPresent();
            Optional<Wedge> wedge = clues.suspicious(now) ? seen() : Optional.empty();
            if (wedge.isPresent() && !known) {
                transitions.apply(new DispatchWedged(
                        new HostName(wedge.get().host()), wedge.get().detail()));
            } else if (wedge.isEmpty() && known) {
                transitions.apply(new DispatchFreed());
            }
        } catch (build.offload.kernel.store.StoreUnavailableException
                | Controller.StoreUnavailableException unavailable) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "whether dispatch is wedged cannot be seen: {0}",
                    unavailable.getMessage());
        }
    }

    private Optional<Wedge> seen() {
        return status.get().status().queue().wedge();
    }
}
