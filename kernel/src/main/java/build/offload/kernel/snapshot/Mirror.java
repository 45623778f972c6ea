package build.offload.kernel.snapshot;

import build.offload.spi.executor.SnapshotSource;
import build.offload.spi.model.FileStamp;
import build.offload.spi.model.JobId;
import build.offload.spi.model.MirrorId;
import build.offload.spi.model.OutputPath;
import build.offload.spi.model.OutputPattern;
import build.offload.spi.model.TreeId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The controller's own copy of what a checkout held, snapshot by snapshot. May be used by several threads: what writes takes
 * the checkout's lock, and {@link #capture()}, {@link #generation} and {@link #moved} belong under one hold of it if they are
 * to speak of the same moment.
 */
public class Mirror {

    private final MirrorId id;
    private final Path checkout;
    private final MirrorFolder folder;
    private final Git git;
    private final SnapshotSettings settings;
    private final CheckoutLocks locks;

    Mirror(MirrorId id, Path checkout, MirrorFolder folder, SnapshotSettings settings, CheckoutLocks locks) {
        this.id = id;
        this.checkout = checkout;
        this.folder = folder;
        this.git = new Git(settings);
        this.settings = settings;
        this.locks = locks;
    }

    public MirrorId id() {
        return id;
    }

    /** Return the real path of the checkout. */
    public Path checkout() {
        return checkout;
    }

    /**
     * Take a snapshot of the checkout as it stands. If files change while they are read it is taken again, a bounded number of
     * times; a mirror that does not work is repaired once.
     *
     * @throws SnapshotException when it could not be taken, with the paths that stood in the way
     */
    public Snapshot capture() throws IOException {
        if (!Files.isDirectory(checkout)) {
            throw new SnapshotException(
                    SnapshotException.Kind.CHECKOUT_UNREADABLE, checkout + " is no folder; the checkout is gone");
        }
        return locks.holding(id, () -> {
            try {
                return captureInRounds();
            } catch (SnapshotException failure) {
                if (failure.kind() != SnapshotException.Kind.MIRROR_BROKEN) {
                    throw failure;
                }
                LooseObjects.dropAllDamaged(folder);
                folder.forgetIndex();
                return captureInRounds();
            }
        });
    }

    private Snapshot captureInRounds() throws IOException {
        Set<TreePath> moving = new LinkedHashSet<>();
        for (int round = 0; round < settings.rounds(); round++) {
            try (Workbench bench = workbench()) {
                switch (CaptureRound.run(bench, folder)) {
                    case CaptureRound.Outcome.Taken(Snapshot snapshot) -> {
                        return snapshot;
                    }
                    case CaptureRound.Outcome.Moved(Set<TreePath> paths) -> {
                        moving.clear();
                        moving.addAll(paths);
                    }
                }
            }
        }
        throw moves(moving);
    }

    private SnapshotException moves(Set<TreePath> moving) {
        List<String> paths = moving.stream().map(TreePath::toString).toList();
        return new SnapshotException(
                SnapshotException.Kind.CHECKOUT_MOVES,
                "changed each of " + settings.rounds() + " times they were read, so " + checkout
                        + " has no one state to build: " + String.join(", ", paths)
                        + "; submit again when nothing writes them, or have git ignore them",
                paths);
    }

    /**
     * Return how every file stands that the outputs cover now, ignored by git or not. Links are not followed, and what is in a
     * {@code .git} is never an output.
     *
     * @throws SnapshotException when there are too many
     */
    public Map<OutputPath, FileStamp> stampOutputs(List<OutputPattern> outputs) throws IOException {
        return OutputStamps.of(checkout, outputs, settings.outputLimit());
    }

    /**
     * Take a snapshot as {@link #capture} does, to be looked at.
     *
     * @param asked a path relative to the checkout whose part in it is to be explained
     */
    public Preview preview(Optional<String> asked) throws IOException {
        return locks.holding(id, () -> {
            Snapshot snapshot = capture();
            List<Preview.Sized> files = new ArrayList<>(snapshot.entries().size());
            for (TreeEntry entry : snapshot.entries()) {
                files.add(new Preview.Sized(entry, sizeOf(entry)));
            }
            try (Workbench bench = workbench()) {
                Optional<Preview.Verdict> verdict = asked.isPresent()
                        ? Optional.of(new PathVerdict(bench, snapshot).of(asked.get()))
                        : Optional.empty();
                return new Preview(snapshot, files, verdict);
            }
        });
    }

    private long sizeOf(TreeEntry entry) throws IOException {
        return FileStatus.of(entry.path().under(checkout))
                .map(status -> status.stamp().size())
                .orElse(0L);
    }

    /** Return the digest of the checkout's generation: the snapshot less what the rule leaves aside. */
    public String generation(Snapshot snapshot, GenerationRule rule) throws IOException {
        return Generation.of(checkout, rule).digest(snapshot.entries());
    }

    /**
     * Compare a job's snapshot with the present one, leaving the same aside on both sides; nothing moved means that the
     * generation is what it was.
     *
     * @param then the job's tree, which must be pinned
     * @throws SnapshotException when the mirror has lost it
     */
    public List<MovedPath> moved(TreeId then, Snapshot now, GenerationRule rule) throws IOException {
        if (then.equals(now.tree())) {
            return List.of();
        }
        try (Workbench bench = workbench()) {
            return Generation.of(checkout, rule).moved(TreeListing.of(bench, then), now.entries());
        }
    }

    /** Keep a snapshot until {@link #unpin}: for as long as its job may be run, or run again. Repeating it is harmless. */
    public void pin(JobId job, Snapshot snapshot) throws IOException {
        locks.holding(id, () -> {
            new Pins(folder).pin(job, snapshot.tree(), snapshot.emptyFolders());
            return job;
        });
    }

    public void unpin(JobId job) throws IOException {
        locks.holding(id, () -> {
            new Pins(folder).unpin(job);
            return job;
        });
    }

    /** Return the snapshot that was pinned for a job, for an executor to lay out; empty when none is. */
    public Optional<SnapshotSource> pinned(JobId job) throws IOException {
        return new Pins(folder).find(job).map(pin -> new MirrorSnapshot(this, pin.tree(), pin.emptyFolders()));
    }

    /**
     * Return whether the mirror has every object of a tree, whole. Done on start for each job that is not finished: a power
     * loss can take the last objects, and what cannot be rebuilt must end as lost rather than fail on each host.
     */
    public boolean verify(TreeId tree) throws IOException {
        return locks.holding(id, () -> {
            if (LooseObjects.dropDamagedRecent(folder) > 0) {
                folder.forgetIndex();
            }
            return complete(tree);
        });
    }

    boolean complete(TreeId tree) throws IOException {
        try (Workbench bench = workbench()) {
            return bench.succeedsOnObjects(List.of("rev-list", "--objects", "--quiet", tree.value()));
        }
    }

    /** Have the next capture read and store everything again, since an object turned out to be missing. */
    public void distrust() throws IOException {
        locks.holding(id, () -> {
            LooseObjects.dropAllDamaged(folder);
            folder.forgetIndex();
            return id;
        });
    }

    Workbench workbench() throws IOException {
        return Workbench.open(git, folder, checkout);
    }
}
