package build.offload.kernel.job;

import build.offload.kernel.fleet.KeptWorkspaces;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WorkspaceRow;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.DiscardWorkspace;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.JobId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** From here on nobody gets what a host keeps for a checkout; a loop has the host remove it. */
public record DiscardWorkspaceStep(DiscardWorkspace operation) implements Step {

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        Optional<WorkspaceRow> row = row(tx);
        return row.isEmpty()
                ? Optional.of(Refusal.of(
                        "unknown-workspace",
                        "'" + operation.host() + "' keeps no workspace of that checkout; offload workspace ls"))
                : row.flatMap(WorkspaceRow::holder).map(holder -> held(tx, holder));
    }

    private Optional<WorkspaceRow> row(ReadTransaction tx) {
        return tx.workspaces().of(operation.host(), operation.checkout());
    }

    private Refusal held(ReadTransaction tx, AttemptId holder) {
        JobId job = holder.job();
        String next = tx.jobs().job(job).filter(Keeping::undecided).isPresent()
                ? ", whose outputs wait for a decision: offload publish " + job + ", or offload discard " + job
                : "; wait for its end, or end it: offload cancel " + job;
        return Refusal.of("workspace-held", "'" + operation.host() + "' has it in use for job " + job + next);
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        WorkspaceRow row = row(tx).orElseThrow();
        tx.workspaces().discard(row.host(), row.mirror());
        return new Effect(
                Map.of("changed", !row.discarding(), "pending", List.of("removal")),
                false,
                List.of(KeptWorkspaces.event(
                        "workspace-discarding", row, operation.reason().code())));
    }
}
