package build.offload.kernel.snapshot;

import build.offload.spi.model.JobId;
import build.offload.spi.model.MirrorId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The mirrors of one controller, a folder each under its state folder. May be used by several threads. */
public class Mirrors {

    private static final String GONE = ".gone-";
    private static final Pattern NAME = Pattern.compile("[0-9a-f]{64}");

    private final Path folder;
    private final String bootId;
    private final SnapshotSettings settings;
    private final CheckoutLocks locks;
    private final Map<MirrorId, Mirror> opened = new ConcurrentHashMap<>();

    /**
     * Create the set.
     *
     * @param folder where the mirrors are; made when the first one is
     * @param bootId of the running boot: a mirror last used under another one is checked first
     */
    public Mirrors(Path folder, String bootId, SnapshotSettings settings, CheckoutLocks locks) {
        this.folder = folder;
        this.bootId = bootId;
        this.settings = settings;
        this.locks = locks;
    }

    /** Return the locks that cover capture and promotion. */
    public CheckoutLocks locks() {
        return locks;
    }

    /**
     * Name the mirror of a checkout: SHA-256 over the machine id in UTF-8, a NUL, and the bytes of the real path. The NUL is in
     * neither, so no two pairs run into one.
     */
    public static MirrorId idOf(String machineId, Path realPath) {
        MessageDigest digest = Digests.sha256();
        digest.update(machineId.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
        digest.update(realPath.toString().getBytes(StandardCharsets.UTF_8));
        return new MirrorId(Digests.hex(digest));
    }

    /**
     * Open a checkout's mirror, and make it if there is none. What it holds can be read also when the checkout is gone.
     *
     * @param checkout the real path, absolute
     * @throws SnapshotException when the path cannot be used
     */
    public Mirror open(MirrorId id, Path checkout) throws IOException {
        if (checkout.toString().indexOf('\uFFFD') >= 0) {
            throw new SnapshotException(
                    SnapshotException.Kind.CHECKOUT_UNREADABLE,
                    checkout + " is a name that this locale cannot spell; start the controller under a UTF-8 locale");
        }
        // One that is open is had without the lock, so that reading a snapshot never waits for a promotion.
        Mirror known = opened.get(id);
        return known != null ? known : locks.holding(id, () -> openHeld(id, checkout));
    }

    private Mirror openHeld(MirrorId id, Path checkout) throws IOException {
        Mirror known = opened.get(id);
        if (known != null) {
            return known;
        }
        MirrorFolder mirrorFolder = folderOf(id);
        mirrorFolder.create(checkout);
        mirrorFolder.sweepRunFolders();
        Mirror mirror = new Mirror(id, checkout, mirrorFolder, settings, locks);
        checkAfterBoot(mirror, mirrorFolder);
        opened.put(id, mirror);
        return mirror;
    }

    /** Give up a job's snapshot; nothing happens when there is none, and no mirror is made for it. */
    public void unpin(MirrorId id, JobId job) throws IOException {
        locks.holding(id, () -> {
            new Pins(folderOf(id)).unpin(job);
            return job;
        });
    }

    /**
     * Give up the snapshots of a mirror's jobs that nobody needs. The checkout's lock is held meanwhile, so that no submission
     * is between its pin and its commit.
     *
     * @param needed whether a job's snapshot is
     * @return how many were given up
     */
    public int unpinUnless(MirrorId id, Predicate<JobId> needed) throws IOException {
        return locks.holding(id, () -> {
            Pins pins = new Pins(folderOf(id));
            List<JobId> lapsed = pins.all().stream().filter(needed.negate()).toList();
            for (JobId job : lapsed) {
                pins.unpin(job);
            }
            return lapsed.size();
        });
    }

    /** Return the mirrors there are. */
    public List<MirrorId> all() throws IOException {
        if (Files.notExists(folder)) {
            return List.of();
        }
        try (Stream<Path> children = Files.list(folder)) {
            return children.map(child -> String.valueOf(child.getFileName()))
                    .filter(name -> NAME.matcher(name).matches())
                    .sorted()
                    .map(MirrorId::new)
                    .toList();
        }
    }

    /**
     * A mirror as it lies on the disk.
     *
     * @param bytes what its files hold together
     * @param usedAt when the checkout was captured last
     * @param pinned whether a job holds a snapshot of it
     */
    public record Usage(MirrorId id, long bytes, Instant usedAt, boolean pinned) {}

    /** Return what a mirror takes; it is not locked meanwhile, so this is what it roughly takes. */
    public Usage usage(MirrorId id) throws IOException {
        MirrorFolder mirror = folderOf(id);
        Path last = Files.exists(mirror.captured()) ? mirror.captured() : mirror.root();
        return new Usage(
                id,
                FolderTree.bytes(mirror.root()),
                Files.getLastModifiedTime(last).toInstant(),
                !new Pins(mirror).all().isEmpty());
    }

    /**
     * Remove the objects of a mirror that neither a job nor one of the trees submitted since a moment needs, and return how
     * many bytes that freed; nothing is done where nothing changed since the last time.
     */
    public long prune(MirrorId id, Instant recentSince) throws IOException {
        return locks.holding(id, () -> {
            MirrorFolder mirror = folderOf(id);
            MirrorPruning pruning = new MirrorPruning(mirror, recentSince);
            if (!pruning.due()) {
                return 0L;
            }
            try (Workbench bench = Workbench.open(new Git(settings), mirror, mirror.root())) {
                return pruning.run(bench);
            }
        });
    }

    /** Remove a whole mirror unless a job holds a snapshot of it, and return whether it was; the next capture makes it anew. */
    public boolean remove(MirrorId id) throws IOException {
        return locks.holding(id, () -> {
            MirrorFolder mirror = folderOf(id);
            if (!new Pins(mirror).all().isEmpty()) {
                return false;
            }
            opened.remove(id);
            Path gone = folder.resolve(GONE + id);
            FolderTree.delete(gone);
            Files.move(mirror.root(), gone, StandardCopyOption.ATOMIC_MOVE);
            FolderTree.delete(gone);
            return true;
        });
    }

    /** Remove what a removal left that was cut short. */
    public void sweep() throws IOException {
        if (Files.isDirectory(folder)) {
            try (var children = Files.newDirectoryStream(folder, GONE + "*")) {
                for (Path child : children) {
                    FolderTree.delete(child);
                }
            }
        }
    }

    private MirrorFolder folderOf(MirrorId id) {
        return new MirrorFolder(folder.resolve(id.value()));
    }

    /** After a boot the last capture's objects may be missing or short, while the index says they are there. */
    private void checkAfterBoot(Mirror mirror, MirrorFolder mirrorFolder) throws IOException {
        if (Files.exists(mirrorFolder.boot())
                && Files.readString(mirrorFolder.boot()).equals(bootId)) {
            return;
        }
        Optional<CapturedState> last = CapturedState.read(mirrorFolder);
        boolean whole = LooseObjects.dropDamagedRecent(mirrorFolder) == 0
                && (last.isEmpty() || mirror.complete(last.get().tree()));
        if (!whole) {
            mirrorFolder.forgetIndex();
        }
        MirrorFolder.put(mirrorFolder.boot(), bootId);
    }
}
