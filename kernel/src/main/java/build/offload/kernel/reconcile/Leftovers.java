package build.offload.kernel.reconcile;

import build.offload.kernel.job.Keeping;
import build.offload.kernel.reconcile.LoopAssembly.Local;
import build.offload.kernel.snapshot.FolderTree;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.JobRow.Ending;
import build.offload.kernel.store.Store;
import build.offload.kernel.store.UnreadableRowException;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.JobId;
import build.offload.spi.model.MirrorId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Removes from this machine what no job needs any more: staging folders that somebody decided about, or whose attempt is over,
 * logs that are old, and the snapshots of jobs that never run again. What is on disk is held against the store, so it does not
 * matter in which instant a controller died. What the store knows nothing about may be newer than a store that was restored, so
 * it stays for as long as a job would.
 */
final class Leftovers {

    private final Store store;
    private final Local local;

    Leftovers(Store store, Local local) {
        this.store = store;
        this.local = local;
    }

    /** Remove what one job left, if it is over. */
    void remove(JobId id) throws IOException {
        Optional<JobRow> found = store.read(tx -> tx.jobs().readable(id));
        if (found.isPresent() && found.get().progress().stage().finished()) {
            JobRow job = found.get();
            if (job.progress().attempt() > 0 && isLeft(job, job.attemptId())) {
                local.files().forgetStaging(job.attemptId());
            }
            if (!Keeping.snapshot(job)) {
                local.mirrors().unpin(job.submitted().mirror(), id);
            }
        }
    }

    /** Remove what any job left, and keep the mirrors within their bounds. */
    void removeAll(Instant now, Retention retention) throws IOException {
        for (Path folder : folders(now, retention)) {
            FolderTree.delete(folder);
        }
        for (MirrorId mirror : local.mirrors().all()) {
            local.mirrors().unpinUnless(mirror, this::needed);
        }
        new MirrorKeeping(local.mirrors()).run(now, retention);
    }

    private boolean needed(JobId id) {
        try {
            return store.read(tx -> tx.jobs().job(id)).filter(Keeping::snapshot).isPresent();
        } catch (UnreadableRowException unknowable) {
            return true;
        }
    }

    /** Return the folders of attempts that {@link #removeAll} would remove. */
    List<Path> folders(Instant now, Retention retention) throws IOException {
        List<Path> folders = new ArrayList<>();
        for (AttemptId attempt : local.files().staged()) {
            Path folder = local.files().stagingOf(attempt);
            Instant old = now.minus(retention.jobs());
            if (over(attempt, job -> isLeft(job, attempt), () -> olderThan(folder, old))) {
                folders.add(folder);
            }
        }
        for (AttemptId attempt : local.files().logged()) {
            Path folder = local.files().logOf(attempt);
            Instant old = now.minus(retention.logs());
            if (over(attempt, job -> endedBefore(job, old), () -> olderThan(folder, old))) {
                folders.add(folder);
            }
        }
        return folders;
    }

    private interface Age {
        boolean old() throws IOException;
    }

    /** What belongs to a job that cannot be read is kept: nobody can say what was decided about it. */
    private boolean over(AttemptId attempt, Predicate<JobRow> known, Age unknown) throws IOException {
        try {
            Optional<JobRow> job = store.read(tx -> tx.jobs().job(attempt.job()));
            return job.isPresent() ? known.test(job.get()) : unknown.old();
        } catch (UnreadableRowException unknowable) {
            return false;
        }
    }

    private static boolean olderThan(Path folder, Instant moment) throws IOException {
        return Files.getLastModifiedTime(folder).toInstant().isBefore(moment);
    }

    private static boolean endedBefore(JobRow job, Instant moment) {
        return !Keeping.undecided(job)
                && job.progress()
                        .ending()
                        .map(Ending::at)
                        .filter(moment::isAfter)
                        .isPresent();
    }

    /** An attempt that was not seen gone from its host may still be bringing something, unless its job is decided about. */
    private boolean isLeft(JobRow job, AttemptId id) {
        boolean swept = store.read(tx -> tx.jobs().attempt(id))
                .filter(attempt -> !attempt.swept())
                .isEmpty();
        return !Keeping.staging(job, id) && (swept || decided(job, id));
    }

    private static boolean decided(JobRow job, AttemptId id) {
        boolean present = job.progress().attempt() == id.number();
        return present
                && switch (job.progress().publication()) {
                    case PROMOTED, DISCARDED -> true;
                    case NONE, STAGED, BLOCKED -> false;
                };
    }
}
