package build.offload.kernel.job;

import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.kernel.transition.Transition.AttemptCancelled;
import build.offload.kernel.transition.Transition.CancelJob;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.model.JobStage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The attempt's whole process tree was looked for and is gone; the slot is free by the same commit. */
public record CancelledStep(AttemptCancelled seen) implements Step {

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        return PresentAttempt.guard(tx, seen, Set.of(JobStage.PREPARING, JobStage.RUNNING, JobStage.COLLECTING));
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        PresentAttempt present = PresentAttempt.of(tx, seen);
        String code = present.job().progress().cancelCode().orElse(CancelJob.REQUESTED);
        JobRow cancelled = present.job()
                .with(present.job().progress().ended(JobStage.CANCELLED, CancelReasons.ending(code, facts.now())));
        tx.jobs().setProgress(cancelled);
        tx.jobs().ended(seen.attempt(), facts.now());
        tx.jobs().forgetEnvironment(cancelled.id());
        tx.queue().release(seen.attempt());
        return new Effect(Map.of("changed", true), false, List.of(present.event("job-cancelled", cancelled, code)));
    }
}
