package build.offload.kernel.job;

import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.JobRow.Ending;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.kernel.transition.Transition.PublicationBlocked;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.model.JobStage;
import build.offload.spi.model.PublicationPhase;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The outputs must not go into the checkout. Nothing there was changed, staging is kept, and an operator has to decide. */
public record BlockedStep(PublicationBlocked seen) implements Step {

    /** The counter behind {@code build_offload_artifact_cas_mismatch_total}. */
    public static final String MISMATCHES = "artifact_cas_mismatch";

    /** The reasons that are a failed compare-and-swap: the snapshot, the checkout or a target is not what it was. */
    private static final Set<String> MISMATCH_CODES =
            Set.of("snapshot-mismatch", "generation-mismatch", "checkout-moved", "output-changed", "superseded");

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        return PresentAttempt.guard(tx, seen, Set.of(JobStage.COLLECTING, JobStage.PUBLISHING));
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        PresentAttempt present = PresentAttempt.of(tx, seen);
        JobRow blocked = present.job()
                .with(present.job()
                        .progress()
                        .published(PublicationPhase.BLOCKED)
                        .ended(JobStage.BLOCKED, Ending.of(seen.code(), seen.message(), facts.now())));
        tx.jobs().setConflicts(blocked.id(), seen.conflicts());
        tx.jobs().setProgress(blocked);
        tx.jobs().ended(seen.attempt(), facts.now());
        tx.jobs().forgetEnvironment(blocked.id());
        tx.queue().release(seen.attempt());
        if (MISMATCH_CODES.contains(seen.code())) {
            tx.jobs().count(MISMATCHES);
        }
        tx.incidents().open(Undecided.INCIDENT, blocked.id().value(), "act", seen.message(), facts.now());
        return new Effect(
                Map.of("changed", true),
                false,
                List.of(present.event("artifact-publication-blocked", blocked, seen.code())
                        .rc(0)
                        .data(Map.of("severity", "act", "message", seen.message(), "conflicts", paths()))));
    }

    private List<String> paths() {
        return seen.conflicts().stream()
                .limit(100)
                .map(conflict -> conflict.path())
                .toList();
    }
}
