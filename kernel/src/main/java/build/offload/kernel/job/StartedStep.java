package build.offload.kernel.job;

import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.kernel.transition.Transition.AttemptStarted;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.model.JobStage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The command runs on its host, and is recognisable there by its handle. */
public record StartedStep(AttemptStarted seen) implements Step {

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        return PresentAttempt.guard(tx, seen, Set.of(JobStage.PREPARING));
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        PresentAttempt present = PresentAttempt.of(tx, seen);
        JobRow running = present.job().with(present.job().progress().at(JobStage.RUNNING));
        tx.jobs().started(seen.attempt(), seen.handle(), facts.now());
        tx.jobs().setProgress(running);
        return new Effect(Map.of("changed", true), false, List.of(present.event("job-started", running, "started")));
    }
}
