package build.offload.kernel.reconcile;

import build.offload.kernel.plugin.CallResult;
import build.offload.kernel.plugin.PluginGuard;
import build.offload.kernel.reconcile.Connections.Reached;
import build.offload.kernel.store.HostRow;
import build.offload.kernel.store.WorkspaceRow;
import build.offload.kernel.transition.Outcome;
import build.offload.kernel.transition.WorkspaceDiscarded;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Bounds what hosts keep for the next keeping builds of checkouts, and has them remove what is to go. */
final class WorkspaceLoop {

    private static final String LANE = "workspace/";

    private final Workings workings;
    private final Connections connections;
    private final PluginGuard guard;

    WorkspaceLoop(Workings workings, Connections connections, PluginGuard guard) {
        this.workings = workings;
        this.connections = connections;
        this.guard = guard;
    }

    void tick(Instant now) {
        List<WorkspaceRow> kept = workings.store().read(tx -> tx.workspaces().all());
        WorkspaceKeeping keeping =
                new WorkspaceKeeping(now, workings.settings().retention().get().workspaces());
        keeping.due(kept).forEach(due -> workings.transitions().apply(due.transition()));
        kept.stream().filter(WorkspaceRow::discarding).forEach(row -> {
            String lane = LANE + row.host() + "/" + row.mirror();
            workings.lanes().run(lane, () -> discard(lane, row));
        });
    }

    private void discard(String lane, WorkspaceRow row) {
        Optional<HostRow> host = workings.store().read(tx -> tx.fleet().host(row.host()));
        if (host.isPresent() && removed(row, connections.to(host.get())) && recorded(row)) {
            workings.lanes().succeeded(lane);
        } else {
            workings.lanes().failed(lane);
        }
    }

    private boolean removed(WorkspaceRow row, Reached reached) {
        return guard.call(
                        reached.executor(),
                        "discardWorkspace",
                        workings.settings().callLimit(),
                        () -> {
                            reached.host().discardWorkspace(row.mirror());
                            return row;
                        })
                instanceof CallResult.Returned<WorkspaceRow>;
    }

    private boolean recorded(WorkspaceRow row) {
        return workings.transitions().apply(new WorkspaceDiscarded(row.host(), row.mirror()))
                instanceof Outcome.Committed;
    }
}
