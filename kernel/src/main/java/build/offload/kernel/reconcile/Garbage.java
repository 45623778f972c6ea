package build.offload.kernel.reconcile;

import build.offload.kernel.job.Keeping;
import build.offload.kernel.reconcile.LoopAssembly.Local;
import build.offload.kernel.reconcile.WorkspaceKeeping.Due;
import build.offload.kernel.snapshot.FolderTree;
import build.offload.kernel.snapshot.Mirrors.Usage;
import build.offload.kernel.store.Cutoffs;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.RetentionReads;
import build.offload.kernel.store.Store;
import build.offload.spi.frontend.GarbageView;
import build.offload.spi.frontend.GarbageView.Kind;
import build.offload.spi.model.AttemptId;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Looks for what a cleaning would remove, and removes nothing. */
public final class Garbage {

    /** Further than this nobody counts. */
    private static final int MOST = 1_000_000;

    private final Store store;
    private final Local local;

    /** Create a look at a store and at this machine. */
    public Garbage(Store store, Local local) {
        this.store = store;
        this.local = local;
    }

    /**
     * Return what would go by a retention.
     *
     * @throws IOException when the disk cannot be read
     */
    public GarbageView at(Instant now, Retention retention) throws IOException {
        List<Kind> old = new ArrayList<>(store.read(tx -> inStore(tx, retention.cutoffs(now))));
        List<Path> folders = new Leftovers(store, local).folders(now, retention);
        old.add(new Kind("folders", folders.size(), bytes(folders)));
        List<Usage> mirrors = new MirrorKeeping(local.mirrors()).needless(now, retention);
        old.add(new Kind(
                "mirrors",
                mirrors.size(),
                mirrors.stream().mapToLong(Usage::bytes).sum()));
        List<Due> workspaces = new WorkspaceKeeping(now, retention.workspaces())
                .due(store.read(tx -> tx.workspaces().all()));
        old.add(new Kind(
                "workspaces",
                workspaces.size(),
                workspaces.stream().mapToLong(due -> due.row().bytes()).sum()));
        List<Path> undecided = undecided();
        return new GarbageView(old, undecided.size(), bytes(undecided));
    }

    private static List<Kind> inStore(ReadTransaction tx, Cutoffs cutoffs) {
        RetentionReads reads = tx.retention();
        return List.of(
                new Kind("jobs", reads.countOldJobs(cutoffs), 0),
                new Kind("events", reads.firstEventToKeep(cutoffs.events(), MOST) - reads.firstEvent(), 0),
                new Kind("audit", reads.firstIntentToKeep(cutoffs.audit(), MOST) - reads.firstIntent(), 0),
                new Kind("incidents", reads.oldIncidents(cutoffs.events(), MOST).size(), 0));
    }

    private List<Path> undecided() throws IOException {
        List<Path> folders = new ArrayList<>();
        for (AttemptId attempt : local.files().staged()) {
            Optional<JobRow> job = store.read(tx -> tx.jobs().readable(attempt.job()));
            if (job.filter(Keeping::undecided).isPresent()) {
                folders.add(local.files().stagingOf(attempt));
            }
        }
        return folders;
    }

    private static long bytes(List<Path> folders) throws IOException {
        long bytes = 0;
        for (Path folder : folders) {
            bytes += FolderTree.bytes(folder);
        }
        return bytes;
    }
}
