package build.offload.kernel.reconcile;

import build.offload.kernel.reconcile.Phase.Present;
import build.offload.kernel.reconcile.Phase.Result;
import build.offload.kernel.store.AttemptRow;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.Store;
import build.offload.kernel.transition.Outcome;
import build.offload.kernel.transition.Transition;
import build.offload.kernel.world.WallClock;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.JobStage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Takes every attempt of this controller through its phases. What phase an attempt is in stands in the store, so a controller
 * that starts anew goes on where the last one was. A cancel has a lane of its own, because the attempt's is busy following.
 */
final class AttemptLoop {

    private final Store store;
    private final Transitions transitions;
    private final Lanes lanes;
    private final WallClock clock;
    private final LoopSettings settings;
    private final Phases phases;
    private final Backoff backoff = new Backoff();

    AttemptLoop(
            Store store, Transitions transitions, Lanes lanes, WallClock clock, LoopSettings settings, Phases phases) {
        this.store = store;
        this.transitions = transitions;
        this.lanes = lanes;
        this.clock = clock;
        this.settings = settings;
        this.phases = phases;
    }

    /** The phases by name. */
    record Phases(Phase prepare, Phase start, Phase follow, Phase collect, Phase publish, Phase cancel) {}

    /** Start the next phase of every attempt that is at rest. */
    void tick(List<JobRow> unfinished, Instant now) {
        for (JobRow job : unfinished) {
            if (job.progress().stage() != JobStage.WAITING) {
                AttemptId id = job.attemptId();
                begin("attempt/" + id, now, key -> goOn(key, id));
                if (cancelling(job)) {
                    begin("cancel/" + id, now, key -> cancel(key, id));
                }
            }
        }
    }

    private void begin(String key, Instant now, Consumer<String> effect) {
        if (backoff.ready(key, now)) {
            lanes.run(key, () -> effect.accept(key));
        }
    }

    private static boolean cancelling(JobRow job) {
        return job.progress().cancelCode().isPresent();
    }

    /** Go through phases without waiting for the next pass, for as long as they lead somewhere. */
    private void goOn(String key, AttemptId id) {
        boolean moved = true;
        while (moved) {
            Optional<Present> present = store.read(tx -> present(tx, id));
            Optional<Phase> phase = present.flatMap(AttemptLoop::wanted).map(this::phase);
            moved = phase.isPresent() && step(key, phase.get(), present.get());
        }
    }

    private void cancel(String key, AttemptId id) {
        store.read(tx -> present(tx, id))
                .filter(present -> present.job().progress().stage() != JobStage.PUBLISHING)
                .ifPresent(present -> take(key, phases.cancel().run(present, clock.now())));
    }

    private static Optional<Present> present(ReadTransaction tx, AttemptId id) {
        return tx.jobs()
                .attempt(id)
                .filter(AttemptRow::active)
                .flatMap(attempt -> tx.jobs()
                        .job(id.job())
                        .flatMap(job -> tx.fleet().host(attempt.host()).map(host -> new Present(job, attempt, host))));
    }

    /** A job that is being cancelled begins nothing new; what is under way ends by itself or is stopped. */
    private static Optional<Wanted> wanted(Present present) {
        JobRow job = present.job();
        Wanted wanted = switch (job.progress().stage()) {
            case PREPARING -> present.attempt().times().prepared().isEmpty() ? Wanted.PREPARE : Wanted.START;
            case RUNNING -> Wanted.FOLLOW;
            case COLLECTING -> Wanted.COLLECT;
            case PUBLISHING -> Wanted.PUBLISH;
            case WAITING, SUCCEEDED, FAILED, BLOCKED, CANCELLED, LOST -> Wanted.NOTHING;
        };
        boolean stands = wanted == Wanted.NOTHING || (cancelling(job) && wanted != Wanted.PUBLISH);
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
    private boolean step(String key, Phase phase, Present present) {
        Result result = phase.run(present, clock.now());
        boolean stopped = store.read(tx -> tx.jobs().job(present.job().id()))
                .filter(job -> cancelling(job) && job.progress().stage() != JobStage.PUBLISHING)
                .isPresent();
        return !stopped && take(key, result);
    }

    private boolean take(String key, Result result) {
        return switch (result) {
            case Result.Again _ -> true;
            case Result.Take(Transition transition) -> taken(key, transition);
            case Result.Later later -> {
                Duration failing = backoff.failed(key, clock.now());
                if (failing.compareTo(settings.lostAfter()) >= 0) {
                    later.afterAll().ifPresent(transitions::apply);
                }
                yield false;
            }
        };
    }

    private boolean taken(String key, Transition transition) {
        boolean taken = transitions.apply(transition) instanceof Outcome.Committed;
        if (taken) {
            backoff.succeeded(key);
        } else {
            backoff.failed(key, clock.now());
        }
        return taken;
    }
}
