package build.offload.kernel.job;

import build.offload.kernel.fleet.KeptWorkspaces;
import build.offload.kernel.store.AttemptRow;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.kernel.transition.Transition.AttemptSwept;
import build.offload.spi.frontend.Controller.Refusal;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The host keeps nothing of an attempt that is over: neither processes nor files. This fences it. */
public record SweptStep(AttemptSwept seen) implements Step {

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        boolean over = tx.jobs()
                .attempt(seen.attempt())
                .filter(attempt -> !attempt.active() && !attempt.swept())
                .isPresent();
        return over
                ? Optional.empty()
                : Optional.of(Refusal.of("not-over", seen.attempt() + " is not over, or was swept before"));
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        AttemptRow attempt = tx.jobs().attempt(seen.attempt()).orElseThrow();
        JobRow job = tx.jobs().job(seen.attempt().job()).orElseThrow();
        tx.jobs().swept(seen.attempt());
        tx.queue().release(seen.attempt());
        Map<String, Object> workspace =
                KeptWorkspaces.release(tx, attempt, job.submitted().mirror(), seen.keptBytes(), facts.now());
        return new Effect(
                Map.of("changed", true),
                false,
                List.of(JobEvents.of("attempt-swept", job, "swept")
                        .host(attempt.host().value())
                        .data(workspace)));
    }
}
