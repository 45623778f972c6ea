package build.offload.kernel.reconcile;

import build.offload.kernel.store.WorkspaceRow;
import build.offload.kernel.transition.DiscardWorkspace;
import build.offload.kernel.transition.DiscardWorkspace.Reason;
import build.offload.spi.model.HostName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Says which of the workspaces that hosts keep are kept no longer: what no build used for too long, and of a host whose disk
 * holds too many of them those that were unused for longest. One that an attempt has never goes.
 */
final class WorkspaceKeeping {

    private final Instant unusedSince;
    private final long most;

    WorkspaceKeeping(Instant now, Retention.Workspaces bounds) {
        this.unusedSince = now.minus(bounds.idle());
        this.most = bounds.bytes();
    }

    /** A workspace that goes, and why. */
    record Due(WorkspaceRow row, Reason reason) {
        DiscardWorkspace transition() {
            return new DiscardWorkspace(row.host(), row.mirror(), reason);
        }
    }

    /** Return what goes, host by host, what was unused for longest first. */
    List<Due> due(List<WorkspaceRow> kept) {
        Map<HostName, List<WorkspaceRow>> byHost =
                kept.stream().collect(Collectors.groupingBy(WorkspaceRow::host, TreeMap::new, Collectors.toList()));
        List<Due> due = new ArrayList<>();
        byHost.values().forEach(rows -> addDueOfOne(rows, due));
        return due;
    }

    private void addDueOfOne(List<WorkspaceRow> rows, List<Due> due) {
        long taken = rows.stream()
                .filter(row -> !row.discarding())
                .mapToLong(WorkspaceRow::bytes)
                .sum();
        List<WorkspaceRow> idle = rows.stream()
                .filter(WorkspaceRow::idle)
                .sorted(Comparator.comparing(WorkspaceRow::usedAt))
                .toList();
        for (WorkspaceRow row : idle) {
            boolean old = row.usedAt().isBefore(unusedSince);
            if (old || taken > most) {
                due.add(new Due(row, old ? Reason.IDLE : Reason.LIMIT));
                taken -= row.bytes();
            }
        }
    }
}
