package build.offload.kernel.dispatch;

import build.offload.kernel.event.ChangeFollower;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.transition.Transition.PlaceTickets;
import java.time.Instant;
import java.util.Optional;

/**
 * Plans passes over copies of queue and fleet that follow the store by its events, so that a plan costs neither with the length
 * of the queue nor with history. A plan decides nothing: {@link PlaceStep} looks at each host again in the transaction that
 * reserves its slot. For one thread.
 */
public final class Planner {

    private final String controllerId;
    private final WaitingJobs queue = new WaitingJobs();
    private final FleetCopy fleet = new FleetCopy();
    private final ChangeFollower queueFollower = new ChangeFollower(queue);
    private final ChangeFollower fleetFollower = new ChangeFollower(fleet);

    /** Create a planner of a controller. */
    public Planner(String controllerId) {
        this.controllerId = controllerId;
    }

    /** Return what should be done now, at most so many placements and changes; empty when nothing should. */
    public Optional<PlaceTickets> plan(ReadTransaction tx, Instant now, DispatchPolicy policy) {
        queueFollower.follow(tx, now);
        fleetFollower.follow(tx, now);
        fleet.followLooks(tx, now);
        boolean admits = policy.enabled() && Admission.open(tx.cluster().desired());
        FleetSnapshot snapshot = FleetSnapshot.of(fleet.candidates(), now, policy);
        DispatchPass pass = new DispatchPass(fleet, snapshot, admits, policy.placementsPerPass());
        PlaceTickets plan = pass.over(queue, Liveness.read(tx, now, controllerId));
        return Optional.of(plan).filter(found -> !found.empty());
    }

    /** Read everything anew before the next plan: the last one was refused, so the copies are wrong. */
    public void distrust() {
        queueFollower.distrust();
        fleetFollower.distrust();
    }

    /** Return the fleet as the last plan saw it. */
    public FleetCopy fleet() {
        return fleet;
    }
}
