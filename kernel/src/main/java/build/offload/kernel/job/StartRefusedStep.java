package build.offload.kernel.job;

import build.offload.kernel.event.NewEvent;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.JobRow.Ending;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.kernel.transition.Transition.StartRefused;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.model.JobStage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * An attempt ends before its start, by no fault of any host's: another attempt would end the same way, so the job has failed, and
 * its slot is free by the same commit.
 */
public record StartRefusedStep(StartRefused seen) implements Step {

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        return PresentAttempt.guard(tx, seen, Set.of(JobStage.PREPARING))
                .or(() -> PresentAttempt.of(tx, seen).cancelling());
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        PresentAttempt present = PresentAttempt.of(tx, seen);
        JobRow failed = present.job()
                .with(present.job()
                        .progress()
                        .ended(JobStage.FAILED, Ending.of(seen.code(), seen.message(), facts.now())));
        tx.jobs().setProgress(failed);
        tx.jobs().ended(seen.attempt(), facts.now());
        tx.jobs().forgetEnvironment(failed.id());
        tx.queue().release(seen.attempt());
        NewEvent event = present.event("job-failed", failed, seen.code()).data(Map.of("message", seen.message()));
        return new Effect(Map.of("changed", true), false, List.of(event));
    }
}
