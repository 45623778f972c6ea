package build.offload.kernel.job;

import build.offload.kernel.fleet.KeptWorkspaces;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WorkspaceRow;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.kernel.transition.WorkspaceDiscarded;
import build.offload.spi.frontend.Controller.Refusal;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A workspace that was to be removed is gone from its host: the next keeping build of the checkout gets a new one. */
public record WorkspaceDiscardedStep(WorkspaceDiscarded seen) implements Step {

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        return row(tx).filter(WorkspaceRow::discarding).isPresent()
                ? Optional.empty()
                : Optional.of(Refusal.of(
                        "not-discarding", "'" + seen.host() + "' was not to remove what it keeps of that checkout"));
    }

    private Optional<WorkspaceRow> row(ReadTransaction tx) {
        return tx.workspaces().of(seen.host(), seen.checkout());
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        WorkspaceRow row = row(tx).orElseThrow();
        tx.workspaces().delete(row.host(), row.mirror());
        return new Effect(
                Map.of("changed", true), false, List.of(KeptWorkspaces.event("workspace-discarded", row, "discarded")));
    }
}
