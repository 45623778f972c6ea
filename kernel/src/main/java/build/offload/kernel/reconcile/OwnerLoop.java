package build.offload.kernel.reconcile;

import build.offload.kernel.store.AttemptRow;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.transition.Transition.CancelJob;
import build.offload.kernel.world.ProcessTable;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import build.offload.spi.model.ProcessIdentity;
import java.time.Duration;
import java.time.Instant;
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
 * <p>A command whose time ran out while nobody looked, because the controller was down or its machine slept, may have ended in
 * time: it is cancelled only after its host could have said so.
 */
final class OwnerLoop {

    private final ProcessTable processes;
    private final Transitions transitions;
    private final LoopSettings settings;
    private final Map<JobId, Instant> ownerlessSince = new ConcurrentHashMap<>();
    private final Map<JobId, Instant> overdueFrom = new ConcurrentHashMap<>();
    private volatile Optional<Instant> lastLook = Optional.empty();

    /** What is known of owners within one pass: one process may wait for thousands of jobs. */
    private final Map<ProcessIdentity, Boolean> alive = new HashMap<>();

    OwnerLoop(ProcessTable processes, Transitions transitions, LoopSettings settings) {
        this.processes = processes;
        this.transitions = transitions;
        this.settings = settings;
    }

    /** Look at every job that is not at its end. */
    void tick(List<JobRow> unfinished, Map<JobId, AttemptRow> attempts, Instant now) {
        Set<JobId> present = unfinished.stream().map(JobRow::id).collect(Collectors.toSet());
        ownerlessSince.keySet().retainAll(present);
        overdueFrom.keySet().retainAll(present);
        alive.clear();
        unfinished.stream()
                .filter(job -> job.progress().cancelCode().isEmpty())
                .forEach(job -> reason(job, Optional.ofNullable(attempts.get(job.id())), now)
                        .ifPresent(code -> transitions.apply(new CancelJob(job.id(), code))));
        lastLook = Optional.of(now);
    }

    private Optional<String> reason(JobRow job, Optional<AttemptRow> attempt, Instant now) {
        if (ownerGone(job, now)) {
            return Optional.of(CancelJob.OWNER_GONE);
        }
        return overdue(job, attempt, now) ? Optional.of(CancelJob.TIME_LIMIT) : Optional.empty();
    }

    private boolean overdue(JobRow job, Optional<AttemptRow> attempt, Instant now) {
        Duration limit = job.submitted().build().timeLimit().orElse(settings.timeLimit());
        boolean timeIsOut = job.progress().stage() == JobStage.RUNNING
                && attempt.flatMap(a -> a.times().started())
                        .filter(started -> Duration.between(started, now).compareTo(limit) > 0)
                        .isPresent();
        return timeIsOut && !now.isBefore(overdueFrom.computeIfAbsent(job.id(), _ -> afterAnAnswer(now)));
    }

    /** Return from when on a command found out of time has no excuse: at once, if the looks before this one would have seen it end. */
    private Instant afterAnAnswer(Instant now) {
        boolean watched = lastLook.filter(last -> Duration.between(last, now).compareTo(settings.callLimit()) < 0)
                .isPresent();
        return watched ? now : now.plus(settings.callLimit());
    }

    private boolean ownerGone(JobRow job, Instant now) {
        boolean sameBoot = job.submitted().owner().bootId().equals(processes.bootId());
        if (job.submitted().detached()
                || !sameBoot
                || alive.computeIfAbsent(job.submitted().owner(), processes::alive)) {
            ownerlessSince.remove(job.id());
            return false;
        }
        Instant since = ownerlessSince.computeIfAbsent(job.id(), _ -> now);
        Duration grace = job.progress().stage() == JobStage.WAITING ? Duration.ZERO : settings.ownerGrace();
        return Duration.between(since, now).compareTo(grace) >= 0;
    }
}
