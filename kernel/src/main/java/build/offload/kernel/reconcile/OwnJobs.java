package build.offload.kernel.reconcile;

import build.offload.kernel.event.ChangeFollower;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.Store;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import build.offload.spi.model.ProcessIdentity;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A copy of this controller's jobs that are not at their end. Of those that wait only their owners are kept, so that a pass in
 * which nothing happened costs the same however long the queue is. Used by one thread.
 */
final class OwnJobs implements ChangeFollower.Copy {

    private final Store store;
    private final String controllerId;
    private final ChangeFollower follower = new ChangeFollower(this);
    private final NavigableMap<Long, JobRow> atHosts = new TreeMap<>();
    private final Map<JobId, Long> places = new HashMap<>();
    private final Map<ProcessIdentity, Set<JobId>> waitedFor = new HashMap<>();
    private final Map<JobId, ProcessIdentity> owners = new HashMap<>();

    OwnJobs(Store store, String controllerId) {
        this.store = store;
        this.controllerId = controllerId;
    }

    /** Bring the copy up to the store. */
    void follow(Instant now) {
        store.read(tx -> follower.follow(tx, now));
    }

    /** Return the jobs that have left the queue, in its order. */
    Collection<JobRow> atHosts() {
        return Collections.unmodifiableCollection(atHosts.values());
    }

    /** Return the jobs in the queue for which a process waits, by that process. */
    Map<ProcessIdentity, Set<JobId>> waitedFor() {
        return Collections.unmodifiableMap(waitedFor);
    }

    @Override
    public void readAll(ReadTransaction tx) {
        atHosts.clear();
        places.clear();
        waitedFor.clear();
        owners.clear();
        tx.jobs().atHosts().forEach(this::enter);
        tx.jobs().awaited(controllerId).forEach(row -> await(row.job(), row.owner()));
    }

    @Override
    public void readAgain(ReadTransaction tx, ChangeFollower.Touched touched) {
        for (JobId id : touched.jobs()) {
            leave(id);
            tx.jobs()
                    .readable(id)
                    .filter(job -> !job.progress().stage().finished())
                    .ifPresent(this::enter);
        }
    }

    @Override
    public int size() {
        return places.size() + owners.size();
    }

    private void enter(JobRow job) {
        if (!job.submitted().controllerId().equals(controllerId)) {
            return;
        }
        if (job.progress().stage() != JobStage.WAITING) {
            atHosts.put(job.progress().queueSeq(), job);
            places.put(job.id(), job.progress().queueSeq());
        } else if (!job.submitted().detached()) {
            await(job.id(), job.submitted().owner());
        }
    }

    private void await(JobId job, ProcessIdentity owner) {
        waitedFor.computeIfAbsent(owner, _ -> new HashSet<>()).add(job);
        owners.put(job, owner);
    }

    private void leave(JobId job) {
        Optional.ofNullable(places.remove(job)).ifPresent(atHosts::remove);
        Optional.ofNullable(owners.remove(job))
                .ifPresent(owner -> waitedFor.computeIfPresent(owner, (_, jobs) -> {
                    jobs.remove(job);
                    return jobs.isEmpty() ? null : jobs;
                }));
    }
}
