package build.offload.kernel.reconcile;

import build.offload.kernel.store.AttemptRow;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.transition.Outcome;
import build.offload.kernel.transition.Transition.CancelJob;
import build.offload.kernel.world.MonotonicClock;
import build.offload.kernel.world.ProcessTable;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import build.offload.spi.model.ProcessIdentity;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Cancels what nobody waits for any more and what runs too long. An owner is gone when, within the same boot, no process has
 * its PID and start ticks; a dropped connection says nothing. After a reboot every unfinished job is carried to its end.
 *
 * <p>A time limit that is past is put off until the attempt was seen to run still: after a suspend, or while no controller
 * ran, the command may have ended long before. A host out of reach puts it off for a bounded time only.
 */
final class OwnerLoop {

    private final ProcessTable processes;
    private final Transitions transitions;
    private final MonotonicClock clock;
    private final Sightings sightings;
    private final LoopSettings settings;
    private boolean decided;
    private volatile Optional<Instant> reapedAt = Optional.empty();
    private final Map<JobId, Long> ownerlessSince = new ConcurrentHashMap<>();

    /** What is known of owners within one pass: one process may wait for thousands of jobs. */
    private final Map<ProcessIdentity, Boolean> alive = new HashMap<>();

    OwnerLoop(
            ProcessTable processes,
            Transitions transitions,
            MonotonicClock clock,
            Sightings sightings,
            LoopSettings settings) {
        this.processes = processes;
        this.transitions = transitions;
        this.clock = clock;
        this.sightings = sightings;
        this.settings = settings;
    }

    /**
     * Look at every job that is not at its end. A waiting one holds nothing that a process could still bring to its end. Each
     * is looked at by itself: one that fails keeps no other from its turn.
     *
     * @throws IllegalStateException when any failed; the others have had their turn
     */
    void tick(OwnJobs jobs, Map<JobId, AttemptRow> attempts, Instant now) {
        alive.clear();
        decided = true;
        List<RuntimeException> failures = new ArrayList<>();
        jobs.waitedFor().forEach((owner, waiting) -> {
            if (gone(owner)) {
                waiting.forEach(job -> alone(failures, () -> cancel(job, CancelJob.OWNER_GONE)));
            }
        });
        Set<JobId> present = jobs.atHosts().stream().map(JobRow::id).collect(Collectors.toSet());
        ownerlessSince.keySet().retainAll(present);
        sightings.keepOnly(attempts.values().stream().map(AttemptRow::id).collect(Collectors.toSet()));
        jobs.atHosts().stream()
                .filter(job -> job.progress().cancelCode().isEmpty())
                .forEach(job -> alone(
                        failures,
                        () -> reason(job, Optional.ofNullable(attempts.get(job.id())), now)
                                .ifPresent(code -> cancel(job.id(), code))));
        if (!failures.isEmpty()) {
            IllegalStateException all = new IllegalStateException(failures.size() + " jobs could not be looked after");
            failures.forEach(all::addSuppressed);
            throw all;
        }
        if (decided) {
            reapedAt = Optional.of(now);
        }
    }

    private static void alone(List<RuntimeException> failures, Runnable look) {
        try {
            look.run();
        } catch (RuntimeException failure) {
            failures.add(failure);
        }
    }

    /** A refusal is fine: somebody else was faster. What could not be decided is tried again in the next pass. */
    private void cancel(JobId job, String code) {
        Outcome outcome = transitions.apply(new CancelJob(job, code));
        decided &= outcome instanceof Outcome.Committed || outcome instanceof Outcome.Refused;
    }

    /** Return when every job was last looked after without a failure; empty before the first time. */
    Optional<Instant> reapedAt() {
        return reapedAt;
    }

    private boolean gone(ProcessIdentity owner) {
        return owner.bootId().equals(processes.bootId()) && !alive.computeIfAbsent(owner, processes::alive);
    }

    private Optional<String> reason(JobRow job, Optional<AttemptRow> attempt, Instant now) {
        if (ownerGone(job)) {
            return Optional.of(CancelJob.OWNER_GONE);
        }
        Duration limit = job.submitted().build().timeLimit().orElse(settings.timeLimit());
        boolean overdue = job.progress().stage() == JobStage.RUNNING
                && attempt.filter(running -> ran(running, now).compareTo(limit) > 0)
                        .filter(running -> sightings.current(running.id()) || sightings.couldHaveBeenSeen(settings))
                        .isPresent();
        return overdue ? Optional.of(CancelJob.TIME_LIMIT) : Optional.empty();
    }

    private Duration ran(AttemptRow running, Instant now) {
        return running.times()
                .started()
                .map(started -> sightings.ran(running.id(), started, now))
                .orElse(Duration.ZERO);
    }

    private boolean ownerGone(JobRow job) {
        if (job.submitted().detached() || !gone(job.submitted().owner())) {
            ownerlessSince.remove(job.id());
            return false;
        }
        long since = ownerlessSince.computeIfAbsent(job.id(), _ -> clock.nanos());
        return Duration.ofNanos(clock.nanos() - since).compareTo(settings.ownerGrace()) >= 0;
    }
}
