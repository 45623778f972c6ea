package build.offload.kernel.reconcile;

import build.offload.kernel.store.AttemptRow;
import build.offload.kernel.store.Store;
import build.offload.kernel.store.StoreUnavailableException;
import build.offload.spi.model.JobId;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One pass over everything that may have to be done: desired against recorded, recorded against seen. It starts what is due
 * and waits for none of it. {@link #tick} is called by one thread at a time.
 */
public final class Reconciler {

    private static final System.Logger LOG = System.getLogger(Reconciler.class.getName());

    private final Store store;
    private final OwnJobs jobs;
    private final Loops loops;
    private final Sightings sightings;
    private volatile Optional<Pass> lastPass = Optional.empty();

    /** When a pass ended, and whether every part of it went well. */
    public record Pass(Instant at, boolean clean) {}

    /** The loops of a pass. */
    record Loops(OwnerLoop owners, DispatchLoop dispatch, AttemptLoop attempts, HostLoop hosts, Cleaners cleaners) {}

    /** The loops that remove what is over, on the hosts and here, those that give up what is gone, and tell of what cannot be read. */
    record Cleaners(
            SweepLoop sweeps,
            LeftoverLoop leftovers,
            WorkspaceLoop workspaces,
            GoneLoop gone,
            UnreadableLoop unreadable) {}

    Reconciler(Store store, String controllerId, Loops loops, Sightings sightings) {
        this.store = store;
        this.jobs = new OwnJobs(store, controllerId);
        this.loops = loops;
        this.sightings = sightings;
    }

    /** Pass once. A part that fails is reported by {@link #lastPass} and keeps no other from its turn. */
    public void tick(Instant now) {
        sightings.pass(now);
        boolean clean = part("owners", () -> {
            jobs.follow(now);
            loops.owners().tick(jobs, attempts(), now);
        });
        clean &= part("dispatch", () -> loops.dispatch().tick(now));
        clean &= part("attempts", () -> {
            jobs.follow(now);
            loops.attempts().tick(jobs.atHosts());
        });
        clean &= part(
                "hosts",
                () -> loops.hosts()
                        .tick(loops.dispatch().fleet(), loops.dispatch().waiting(), now));
        clean &= part("controllers", () -> loops.cleaners().gone().tick(now));
        clean &= part("sweeps", () -> loops.cleaners().sweeps().tick(now));
        clean &= part("workspaces", () -> loops.cleaners().workspaces().tick(now));
        clean &= part("rows", () -> loops.cleaners().unreadable().tick());
        clean &= part("leftovers", () -> loops.cleaners().leftovers().tick(now));
        lastPass = Optional.of(new Pass(now, clean));
    }

    private Map<JobId, AttemptRow> attempts() {
        return store.read(tx -> tx.jobs().activeAttempts()).stream()
                .collect(Collectors.toMap(attempt -> attempt.id().job(), attempt -> attempt));
    }

    private static boolean part(String name, Runnable work) {
        try {
            work.run();
            return true;
        } catch (StoreUnavailableException unavailable) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "{0}: the store is not available: {1}",
                    name,
                    unavailable.getMessage());
            return false;
        } catch (RuntimeException defect) {
            LOG.log(System.Logger.Level.ERROR, name + " failed in this pass", defect);
            return false;
        }
    }

    /** Return the last pass; empty before the first. */
    public Optional<Pass> lastPass() {
        return lastPass;
    }

    /** Return when this machine was last cleaned of what is over, without a failure; empty before the first time. */
    public Optional<Instant> cleanedAt() {
        return loops.cleaners().leftovers().cleanedAt();
    }

    /** Return when what belongs to owners that are gone was last released, without a failure; empty before the first time. */
    public Optional<Instant> reapedAt() {
        return loops.owners().reapedAt();
    }

    /** Have this machine cleaned in the next pass, whenever that was done last. May be called by any thread. */
    public void cleanSoon() {
        loops.cleaners().leftovers().soon();
    }

    /** Return when dispatch last placed a job or found none that it could place; the start before that. */
    public Instant dispatchedAt() {
        return loops.dispatch().lastSettled();
    }
}
