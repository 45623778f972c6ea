package build.offload.kernel.reconcile;

import build.offload.kernel.event.ChangeFollower;
import build.offload.kernel.event.ChangeFollower.Touched;
import build.offload.kernel.store.Cutoffs;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.transition.ForgetOld;
import build.offload.kernel.transition.Outcome;
import build.offload.spi.model.JobId;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Has this machine cleaned of what jobs leave: of one job as soon as something happened to it, of everything at the start and
 * whenever the follower of events reads everything again. One thread ticks.
 */
final class LeftoverLoop implements ChangeFollower.Copy {

    private static final System.Logger LOG = System.getLogger(LeftoverLoop.class.getName());
    private static final String LANE = "leftovers";

    private final Workings workings;
    private final Leftovers leftovers;
    private final ChangeFollower follower = new ChangeFollower(this);
    private final Set<JobId> over = new LinkedHashSet<>();
    private final AtomicBoolean soon = new AtomicBoolean();
    private boolean all;
    private volatile Optional<Instant> cleanedAt = Optional.empty();

    LeftoverLoop(Workings workings, Leftovers leftovers) {
        this.workings = workings;
        this.leftovers = leftovers;
    }

    void tick(Instant now) {
        if (workings.lanes().isBusy(LANE)) {
            return;
        }
        workings.store().read(tx -> follower.follow(tx, now));
        all |= soon.getAndSet(false);
        if (all) {
            workings.lanes().run(LANE, () -> removeAll(now));
        } else if (!over.isEmpty()) {
            List<JobId> jobs = new ArrayList<>(over);
            workings.lanes().run(LANE, () -> jobs.forEach(job -> clean(() -> leftovers.remove(job))));
        }
        all = false;
        over.clear();
    }

    @Override
    public void readAll(ReadTransaction tx) {
        all = true;
    }

    @Override
    public void readAgain(ReadTransaction tx, Touched touched) {
        for (JobId id : touched.jobs()) {
            tx.jobs()
                    .readable(id)
                    .filter(job -> job.progress().stage().finished())
                    .ifPresent(_ -> over.add(id));
        }
    }

    /** Everything is all that is on this machine: however many jobs ended, cleaning after each of them is less. */
    @Override
    public int size() {
        return Integer.MAX_VALUE;
    }

    private void removeAll(Instant moment) {
        Retention retention = workings.settings().retention().get();
        boolean forgot = forgetOld(retention.cutoffs(moment));
        if (clean(() -> leftovers.removeAll(moment, retention)) && forgot) {
            cleanedAt = Optional.of(moment);
        }
    }

    /** Give up portion after portion, each in a transaction of its own, and return whether nothing is left that could go. */
    private boolean forgetOld(Cutoffs cutoffs) {
        ForgetOld portion = new ForgetOld(cutoffs, Retention.PORTION);
        boolean committed = true;
        while (committed && workings.store().read(tx -> tx.retention().anythingOld(cutoffs))) {
            committed = workings.transitions().apply(portion) instanceof Outcome.Committed outcome
                    && Boolean.TRUE.equals(outcome.result().get("changed"));
        }
        return committed;
    }

    /** Have everything cleaned in the next pass. May be called by any thread. */
    void soon() {
        soon.set(true);
    }

    /** Return when everything was last cleaned without a failure. */
    Optional<Instant> cleanedAt() {
        return cleanedAt;
    }

    /** A removal that the disk may refuse. */
    private interface Cleaning {
        void run() throws IOException;
    }

    private static boolean clean(Cleaning cleaning) {
        try {
            cleaning.run();
            return true;
        } catch (IOException failure) {
            LOG.log(System.Logger.Level.WARNING, "something was left on this machine: {0}", failure.toString());
            return false;
        }
    }
}
