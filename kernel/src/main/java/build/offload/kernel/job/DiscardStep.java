package build.offload.kernel.job;

import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.JobRow.Ending;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.model.JobId;
import build.offload.spi.model.PublicationPhase;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Gives up the outputs of a blocked job: from here on nothing needs its staging folder or its snapshot. */
public record DiscardStep(JobId id) implements Step {

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        return Undecided.guard(tx, id);
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        JobRow blocked = tx.jobs().job(id).orElseThrow();
        Ending before = blocked.progress().ending().orElseThrow();
        JobRow discarded = blocked.with(blocked.progress()
                .published(PublicationPhase.DISCARDED)
                .ended(
                        blocked.progress().stage(),
                        Ending.of("discarded", "its outputs were given up; before, " + before.message(), before.at())));
        tx.jobs().setProgress(discarded);
        tx.incidents().close(Undecided.INCIDENT, discarded.id().value(), facts.now());
        return new Effect(
                Map.of(
                        "changed", true,
                        "jobId", discarded.id().value(),
                        "stage", discarded.progress().stage(),
                        "pending", List.of("staging")),
                false,
                List.of(JobEvents.of("job-discarded", discarded, "job-discard")
                        .data(Map.of("blockedBy", before.code()))));
    }
}
