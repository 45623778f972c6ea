package build.offload.kernel.job;

import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.kernel.transition.Transition.AttemptPrepared;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.model.JobStage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The workspace is laid out. This is the durable intent to start: what fails after it may have run. */
public record PreparedStep(AttemptPrepared seen) implements Step {

    /** A host keeps a workspace for the next build of its checkout for two weeks. */
    private static final Duration KEPT = Duration.ofDays(14);

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        return PresentAttempt.guard(tx, seen, Set.of(JobStage.PREPARING));
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        PresentAttempt present = PresentAttempt.of(tx, seen);
        tx.jobs().prepared(seen.attempt(), seen.sentBytes(), facts.now());
        tx.fleet()
                .laidOut(
                        present.attempt().host(),
                        present.job().submitted().mirror(),
                        facts.now(),
                        facts.now().minus(KEPT));
        Duration took = facts.since(present.attempt().times().placed());
        return new Effect(
                Map.of("changed", true),
                false,
                List.of(present.event("job-prepared", present.job(), "workspace-laid-out")
                        .duration(took.toMillis() / 1000.0)
                        .data(Map.of("sentBytes", seen.sentBytes()))));
    }
}
