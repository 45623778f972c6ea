package build.offload.kernel.reconcile;

import build.offload.kernel.dispatch.DispatchPolicy;
import build.offload.kernel.dispatch.FleetCopy;
import build.offload.kernel.dispatch.PlaceStep;
import build.offload.kernel.dispatch.Planner;
import build.offload.kernel.store.Store;
import build.offload.kernel.transition.Outcome;
import build.offload.kernel.transition.Transition.CancelJob;
import build.offload.kernel.transition.Transition.PlaceTickets;
import build.offload.spi.frontend.Controller.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** Runs dispatch passes until there is nothing more to place. */
final class DispatchLoop {

    private final Store store;
    private final Transitions transitions;
    private final Planner planner;
    private final Supplier<DispatchPolicy> policy;
    private final AtomicReference<Instant> lastSettled;

    DispatchLoop(
            Store store, Transitions transitions, Planner planner, Supplier<DispatchPolicy> policy, Instant startedAt) {
        this.store = store;
        this.transitions = transitions;
        this.planner = planner;
        this.policy = policy;
        this.lastSettled = new AtomicReference<>(startedAt);
    }

    void tick(Instant now) {
        store.read(tx -> planner.expired(tx, now)).ifPresent(transitions::apply);
        boolean goesOn = true;
        while (goesOn) {
            place(now);
            goesOn = store.read(tx -> planner.spill(tx, now, policy.get()))
                    .map(transitions::apply)
                    .filter(Outcome.Committed.class::isInstance)
                    .isPresent();
        }
        planner.overdue(now).forEach(job -> transitions.apply(new CancelJob(job, CancelJob.QUEUE_LIMIT)));
    }

    private void place(Instant now) {
        boolean doubtful = doubtful(now);
        if (doubtful && store.read(tx -> tx.queue().length()) > 0) {
            planner.distrust();
        }
        boolean goesOn = true;
        while (goesOn) {
            Optional<PlaceTickets> plan = store.read(tx -> planner.plan(tx, now, policy.get()));
            Optional<Outcome> outcome = plan.map(transitions::apply);
            goesOn = outcome.filter(Outcome.Committed.class::isInstance).isPresent();
            if (goesOn || (doubtful && plan.isEmpty())) {
                lastSettled.set(now);
            }
            if (outcome.filter(DispatchLoop::nothingToPlace).isPresent()) {
                planner.distrust();
            }
        }
    }

    /** Where nothing was placed for half as long as a wedge takes, what is waited for may be missing from the copies alone. */
    private boolean doubtful(Instant now) {
        Duration patience = policy.get().wedgeAfter().dividedBy(2);
        return Duration.between(lastSettled.get(), now).abs().compareTo(patience) >= 0;
    }

    /** A pass that was refused for any other reason has not looked at the queue. */
    private static boolean nothingToPlace(Outcome outcome) {
        return outcome instanceof Outcome.Refused(Refusal refusal)
                && refusal.code().equals(PlaceStep.NOTHING);
    }

    /** Return the fleet as the last pass saw it. */
    FleetCopy fleet() {
        return planner.fleet();
    }

    /** Return whether jobs waited after the last pass. */
    boolean waiting() {
        return planner.waiting();
    }

    /**
     * Return when a pass last changed something, or found by reading everything anew that it could change nothing; the start before
     * that.
     */
    Instant lastSettled() {
        return lastSettled.get();
    }
}
