package build.offload.kernel.job;

import build.offload.kernel.event.NewEvent;
import build.offload.kernel.store.ControllerRow;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.JobRow.Ending;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.ControllerGone;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.model.InfraFailure;
import build.offload.spi.model.JobStage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Gives up jobs of a controller that is gone, a portion of them: only it could start, follow and publish them. What may still run
 * keeps its slot until its host was seen without it. A publication is left to its controller alone, which may have begun to
 * change the checkout.
 */
public record ControllerGoneStep(ControllerGone seen) implements Step {

    /** How long a controller may be silent; a laptop that sleeps over a long weekend comes back to its jobs. */
    public static final Duration GONE_AFTER = Duration.ofDays(7);

    private static final int PORTION = 256;

    /** Return whether a controller has been silent for so long, by the database's clock. */
    public static boolean gone(ReadTransaction tx, ControllerRow controller, Instant now) {
        return !controller
                .heartbeatAt()
                .plus(GONE_AFTER)
                .isAfter(tx.controllers().clock(now));
    }

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        boolean leaves = !seen.controllerId().equals(facts.controllerId())
                && tx.controllers()
                        .find(seen.controllerId())
                        .filter(controller -> gone(tx, controller, facts.now()))
                        .isPresent()
                && !tx.jobs().leftBy(seen.controllerId(), 1).isEmpty();
        return leaves
                ? Optional.empty()
                : Optional.of(Refusal.of("nothing-left-behind", "no job is left behind by " + seen.controllerId()));
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        List<NewEvent> events = tx.jobs().leftBy(seen.controllerId(), PORTION).stream()
                .map(job -> giveUp(tx, facts, job))
                .toList();
        return new Effect(Map.of("changed", true, "jobs", events.size()), false, events);
    }

    private NewEvent giveUp(WriteTransaction tx, Facts facts, JobRow job) {
        if (job.progress().stage() == JobStage.WAITING) {
            tx.queue().delete(job.id());
        } else {
            tx.jobs().ended(job.attemptId(), facts.now());
        }
        InfraFailure failure = InfraFailure.CONTROLLER_LOST;
        String message = "the controller that took it, " + seen.controllerId() + ", has not been heard of for "
                + GONE_AFTER.toDays() + " days";
        JobRow lost = job.with(job.progress()
                .ended(JobStage.LOST, new Ending(failure.code(), message, Optional.of(failure), facts.now())));
        tx.jobs().setProgress(lost);
        return JobEvents.of("job-lost", lost, failure.code()).data(Map.of("message", message));
    }
}
