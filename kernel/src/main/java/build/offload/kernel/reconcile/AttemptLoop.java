package build.offload.kernel.reconcile;

import build.offload.kernel.reconcile.Phase.Present;
import build.offload.kernel.reconcile.Phase.Result;
import build.offload.kernel.store.AttemptRow;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.transition.Outcome;
import build.offload.kernel.transition.Transition;
import build.offload.kernel.transition.Transition.AttemptFailed;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.InfraFailure;
import build.offload.spi.model.JobStage;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Takes every attempt of this controller through its phases. What phase an attempt is in stands in the store, so a controller
 * that starts anew goes on where the last one was. A cancel has a lane of its own, because the attempt's is busy following.
 */
final class AttemptLoop {

    private final Workings workings;
    private final Phases phases;
    private final AttemptSecrets secrets;

    AttemptLoop(Workings workings, Phases phases, AttemptSecrets secrets) {
        this.workings = workings;
        this.phases = phases;
        this.secrets = secrets;
    }

    /** The phases by name. */
    record Phases(Phase prepare, Phase start, Phase follow, Phase collect, Phase publish, Phase cancel) {}

    /** Return the key of the lane that takes an attempt through its phases. */
    static String lane(AttemptId id) {
        return "attempt/" + id;
    }

    /** Return the key of the lane that stops an attempt. */
    static String cancelLane(AttemptId id) {
        return "cancel/" + id;
    }

    /**
     * Start the next phase of every attempt that is at rest. A job that is being cancelled begins no other phase: a lane that
     * found nothing to do would wake the loop for nothing, again and again.
     */
    void tick(Collection<JobRow> atHosts) {
        secrets.keepOnly(atHosts.stream().map(JobRow::attemptId).collect(Collectors.toUnmodifiableSet()));
        for (JobRow job : atHosts) {
            JobStage stage = job.progress().stage();
            AttemptId id = job.attemptId();
            if (cancelling(job) && stage != JobStage.PUBLISHING) {
                workings.lanes().run(cancelLane(id), () -> cancel(id));
            } else {
                workings.lanes().run(lane(id), () -> goOn(id));
            }
        }
    }

    private static boolean cancelling(JobRow job) {
        return job.progress().cancelCode().isPresent();
    }

    /** Go through phases without waiting for the next pass, for as long as they lead somewhere. */
    private void goOn(AttemptId id) {
        boolean moved = true;
        while (moved) {
            Optional<Present> present = workings.store().read(tx -> present(tx, id));
            Optional<Phase> phase = present.flatMap(AttemptLoop::wanted).map(this::phase);
            moved = phase.isPresent() && step(phase.get(), present.get());
        }
    }

    private void cancel(AttemptId id) {
        workings.store()
                .read(tx -> present(tx, id))
                .filter(present -> present.job().progress().stage() != JobStage.PUBLISHING
                        && present.enrolled().isPresent())
                .ifPresent(present -> take(id, cancelLane(id), run(phases.cancel(), present)));
    }

    private static Optional<Present> present(ReadTransaction tx, AttemptId id) {
        return tx.jobs()
                .attempt(id)
                .filter(AttemptRow::active)
                .flatMap(attempt -> tx.jobs()
                        .job(id.job())
                        .map(job -> new Present(
                                job,
                                attempt,
                                tx.fleet().host(attempt.host()),
                                tx.workspaces()
                                        .holds(
                                                id,
                                                attempt.host(),
                                                job.submitted().mirror()))));
    }

    /**
     * A job that is being cancelled begins nothing new; what is under way ends by itself or is stopped. What is in staging can
     * be published also when its host is in the fleet no more.
     */
    private static Optional<Wanted> wanted(Present present) {
        JobRow job = present.job();
        Wanted wanted = switch (job.progress().stage()) {
            case PREPARING -> present.attempt().times().prepared().isEmpty() ? Wanted.PREPARE : Wanted.START;
            case RUNNING -> Wanted.FOLLOW;
            case COLLECTING -> Wanted.COLLECT;
            case PUBLISHING -> Wanted.PUBLISH;
            case WAITING, SUCCEEDED, FAILED, BLOCKED, CANCELLED, LOST -> Wanted.NOTHING;
        };
        boolean hindered = cancelling(job) || present.enrolled().isEmpty();
        boolean stands = wanted == Wanted.NOTHING || (hindered && wanted != Wanted.PUBLISH);
        return stands ? Optional.empty() : Optional.of(wanted);
    }

    private enum Wanted {
        PREPARE,
        START,
        FOLLOW,
        COLLECT,
        PUBLISH,
        NOTHING
    }

    private Phase phase(Wanted wanted) {
        return switch (wanted) {
            case PREPARE -> phases.prepare();
            case START -> phases.start();
            case FOLLOW -> phases.follow();
            case COLLECT -> phases.collect();
            case PUBLISH -> phases.publish();
            case NOTHING -> throw new IllegalStateException("nothing is no phase");
        };
    }

    /**
     * Do one phase and return whether it led on. What a phase saw while its job began to be cancelled is not taken: the
     * command may have ended only because it was stopped.
     */
    private boolean step(Phase phase, Present present) {
        Result result = run(phase, present);
        boolean stopped = workings.store()
                .read(tx -> tx.jobs().progress(present.job().id()))
                .filter(job -> job.cancelCode().isPresent() && job.stage() != JobStage.PUBLISHING)
                .isPresent();
        AttemptId id = present.attempt().id();
        return !stopped && take(id, lane(id), result);
    }

    private Result run(Phase phase, Present present) {
        try {
            return phase.run(present, workings.clock().now());
        } catch (UnknownExecutorException missing) {
            return outOfReach(present, String.valueOf(missing.getMessage()));
        }
    }

    /** Without its executor a host is as far away as one that does not answer. */
    private static Result outOfReach(Present present, String problem) {
        boolean mayHaveRun = present.attempt().times().prepared().isPresent();
        AttemptFailed failed = new AttemptFailed(present.attempt().id(), InfraFailure.UNREACHABLE, problem, mayHaveRun);
        return mayHaveRun ? new Result.Later(problem, Optional.of(failed)) : new Result.Take(failed);
    }

    /** A cancel does not begin anew to wait for a host that was out of reach before. */
    private boolean take(AttemptId id, String lane, Result result) {
        return switch (result) {
            case Result.Again _ -> {
                workings.lanes().succeeded(lane);
                yield false;
            }
            case Result.Take(Transition transition) -> taken(id, lane, transition);
            case Result.Later later -> {
                Duration failing = workings.lanes().failed(lane);
                Duration before = workings.lanes().failing(lane(id));
                Duration bound = workings.settings().lostAfter();
                if (failing.compareTo(bound) >= 0 || before.compareTo(bound) >= 0) {
                    later.afterAll().ifPresent(transition -> taken(id, lane, transition));
                }
                yield false;
            }
        };
    }

    private boolean taken(AttemptId id, String lane, Transition transition) {
        boolean taken = workings.transitions().apply(transition) instanceof Outcome.Committed;
        if (taken) {
            workings.lanes().succeeded(lane);
            workings.lanes().succeeded(lane(id));
        } else {
            workings.lanes().failed(lane);
        }
        return taken;
    }
}
