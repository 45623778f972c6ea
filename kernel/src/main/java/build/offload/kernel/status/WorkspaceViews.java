package build.offload.kernel.status;

import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WorkspaceRow;
import build.offload.spi.frontend.WorkspaceView;
import build.offload.spi.frontend.WorkspaceView.State;
import build.offload.spi.model.AttemptId;
import java.util.List;

/** What hosts keep, as operators see it. */
final class WorkspaceViews {

    private WorkspaceViews() {}

    static List<WorkspaceView> all(ReadTransaction tx) {
        return tx.workspaces().all().stream().map(WorkspaceViews::view).toList();
    }

    private static WorkspaceView view(WorkspaceRow row) {
        return new WorkspaceView(
                row.host(),
                row.mirror(),
                row.repo(),
                row.checkout(),
                state(row),
                row.holder().map(AttemptId::job),
                row.bytes(),
                row.usedAt());
    }

    private static State state(WorkspaceRow row) {
        if (row.discarding()) {
            return State.DISCARDING;
        }
        return row.idle() ? State.IDLE : State.HELD;
    }
}
