package build.offload.kernel.dispatch;

import build.offload.kernel.dispatch.WaitingJobs.Head;
import build.offload.kernel.dispatch.WaitingJobs.Line;
import build.offload.kernel.event.ChangeFollower;
import build.offload.kernel.store.LeaseRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.transition.LeaseExpired;
import build.offload.kernel.transition.SpillJob;
import build.offload.kernel.transition.Transition.PlaceTickets;
import build.offload.spi.model.JobId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Plans passes over copies of queue and fleet that follow the store by its events, so that a plan costs neither with the length
 * of the queue nor with history. A plan decides nothing: {@link PlaceStep} looks at each host again in the transaction that
 * reserves its slot. For one thread.
 */
public final class Planner {

    private final Self self;
    private final WaitingJobs queue = new WaitingJobs();
    private final FleetCopy fleet = new FleetCopy();
    private final ChangeFollower follower = ChangeFollower.withLooks(new Both(queue, fleet));

    /** Whose jobs are planned: those of a controller, on a machine. */
    public record Self(String controllerId, String machineId) {}

    /** Both copies, which are of one moment. */
    private record Both(WaitingJobs queue, FleetCopy fleet) implements ChangeFollower.Copy {

        @Override
        public void readAll(ReadTransaction tx) {
            queue.readAll(tx);
            fleet.readAll(tx);
        }

        @Override
        public void readAgain(ReadTransaction tx, ChangeFollower.Touched touched) {
            queue.readAgain(tx, touched);
            fleet.readAgain(tx, touched);
        }

        @Override
        public int size() {
            return queue.size() + fleet.size();
        }
    }

    /** Create a planner of a controller. */
    public Planner(Self self) {
        this.self = self;
    }

    /** Return what should be done now, at most so many placements and changes; empty when nothing should. */
    public Optional<PlaceTickets> plan(ReadTransaction tx, Instant now, DispatchPolicy policy) {
        follower.follow(tx, now);
        boolean admits = policy.enabled() && Admission.open(tx.cluster().desired());
        FleetSnapshot snapshot = FleetSnapshot.of(fleet.candidates(), now, policy);
        DispatchPass pass = new DispatchPass(fleet, snapshot, admits, policy.placementsPerPass());
        PlaceTickets plan = pass.over(queue, Liveness.read(tx, now, self.controllerId()));
        return Optional.of(plan).filter(found -> !found.empty());
    }

    /**
     * Return the oldest job of this controller that its own laptop should take now; empty when it should take none. Only after
     * a plan that found nothing to place: what a builder can start is never the laptop's.
     */
    public Optional<SpillJob> spill(ReadTransaction tx, Instant now, DispatchPolicy policy) {
        Optional<Candidate> laptop = fleet.workstation(self.machineId());
        if (laptop.isEmpty()
                || queue.lines().isEmpty()
                || !Admission.open(tx.cluster().desired())) {
            return Optional.empty();
        }
        FleetSnapshot snapshot = FleetSnapshot.of(fleet.candidates(), now, policy);
        int waiting = queue.lines().stream().mapToInt(Line::satisfiable).sum();
        boolean ruled = FallbackLease.rule(snapshot, waiting, policy);
        Optional<LeaseRow> lease = tx.leases().of(laptop.get().name());
        return queue.lines().stream()
                .filter(line -> line.kind().controllerId().equals(self.controllerId()))
                .filter(line -> wished(line, ruled)
                        && FallbackLease.permits(lease, line.kind().needs().laptop(), now)
                        && snapshot.keptFromLaptop(laptop.get(), line.kind().needs())
                                .isEmpty())
                .map(Line::head)
                .min(Head.FIFO)
                .map(head -> new SpillJob(head.job(), laptop.get().name()));
    }

    private static boolean wished(Line line, boolean ruled) {
        return switch (line.kind().needs().laptop()) {
            case NEVER -> false;
            case SPILL -> ruled && line.satisfiable() > 0;
            case OVERRIDE -> true;
        };
    }

    /** Return the jobs of this controller that have waited for as long as they may. */
    public List<JobId> overdue(Instant now) {
        return queue.overdue(now, self.controllerId());
    }

    /** Return this machine as a workstation of which something is to be written down: its lease has expired. */
    public Optional<LeaseExpired> expired(ReadTransaction tx, Instant now) {
        return fleet.workstation(self.machineId())
                .map(Candidate::name)
                .filter(laptop -> LeaseExpiredStep.due(tx, laptop, now))
                .map(LeaseExpired::new);
    }

    /** Read everything anew before the next plan: the last one was refused, so the copies are wrong. */
    public void distrust() {
        follower.distrust();
    }

    /** Return whether jobs waited when the last plan was made. */
    public boolean waiting() {
        return !queue.lines().isEmpty();
    }

    /** Return the fleet as the last plan saw it. */
    public FleetCopy fleet() {
        return fleet;
    }
}
