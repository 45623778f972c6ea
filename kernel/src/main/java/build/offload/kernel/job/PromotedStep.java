package build.offload.kernel.job;

import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.JobRow.Ending;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.kernel.transition.Transition.AttemptPromoted;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.model.JobStage;
import build.offload.spi.model.PublicationPhase;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The outputs are in the checkout; what was put there is remembered, so that the next build does not take it for an edit. */
public record PromotedStep(AttemptPromoted seen) implements Step {

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        return PresentAttempt.guard(tx, seen, Set.of(JobStage.PUBLISHING));
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        PresentAttempt present = PresentAttempt.of(tx, seen);
        JobRow done = present.job()
                .with(present.job()
                        .progress()
                        .published(PublicationPhase.PROMOTED)
                        .ended(
                                JobStage.SUCCEEDED,
                                Ending.of("promoted", seen.files().size() + " file(s) were promoted", facts.now())));
        tx.jobs().promoted(done.submitted().mirror(), done, seen.files());
        tx.jobs().setProgress(done);
        tx.jobs().ended(seen.attempt(), facts.now());
        tx.jobs().forgetEnvironment(done.id());
        tx.incidents().close(Undecided.INCIDENT, done.id().value(), facts.now());
        return new Effect(
                Map.of("changed", true),
                false,
                List.of(present.event("job-promoted", done, "promoted")
                        .rc(0)
                        .data(Map.of("files", seen.files().size()))));
    }
}
