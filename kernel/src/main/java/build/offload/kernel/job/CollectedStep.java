package build.offload.kernel.job;

import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.kernel.transition.Transition.AttemptCollected;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.model.JobStage;
import build.offload.spi.model.PublicationPhase;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The declared outputs are in staging and verified; the host is needed no more, so its slot is free. */
public record CollectedStep(AttemptCollected seen) implements Step {

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        return PresentAttempt.guard(tx, seen, Set.of(JobStage.COLLECTING))
                .or(() -> PresentAttempt.of(tx, seen).cancelling());
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        PresentAttempt present = PresentAttempt.of(tx, seen);
        JobRow staged = present.job()
                .with(present.job()
                        .progress()
                        .published(PublicationPhase.STAGED)
                        .at(JobStage.PUBLISHING));
        tx.jobs().collected(seen.attempt(), seen.files(), seen.pullMillis(), facts.now());
        tx.jobs().setProgress(staged);
        tx.queue().release(seen.attempt());
        return new Effect(
                Map.of("changed", true),
                false,
                List.of(present.event("job-collected", staged, "staged")
                        .duration(seen.pullMillis() / 1000.0)
                        .data(Map.of("files", seen.files().size()))));
    }
}
