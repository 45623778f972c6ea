package build.offload.kernel.snapshot;

import build.offload.spi.model.MirrorId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The mirrors of one controller, a folder each under its state folder. May be used by several threads. */
public class Mirrors {

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
        MirrorFolder mirrorFolder = new MirrorFolder(folder.resolve(id.value()));
        mirrorFolder.create(checkout);
        mirrorFolder.sweepRunFolders();
        Mirror mirror = new Mirror(id, checkout, mirrorFolder, settings, locks);
        checkAfterBoot(mirror, mirrorFolder);
        opened.put(id, mirror);
        return mirror;
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
