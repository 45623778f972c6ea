package build.offload.kernel.rig;

import build.offload.kernel.snapshot.CheckoutLocks;
import build.offload.kernel.snapshot.Mirrors;
import build.offload.kernel.snapshot.SnapshotSettings;
import build.offload.spi.model.MirrorId;
import java.nio.file.Path;

/** How a rig captures checkouts. It outlives every controller. */
public interface Capturing {

    /** As the product does, with git. */
    Capturing BY_GIT = new Capturing() {
        @Override
        public Mirrors mirrors(Path folder, String bootId) {
            return new Mirrors(folder, bootId, SnapshotSettings.standard(), new CheckoutLocks());
        }

        @Override
        public MirrorId idOf(String machineId, Path checkout) {
            return Mirrors.idOf(machineId, checkout);
        }

        @Override
        public boolean needsGit() {
            return true;
        }
    };

    /** Return the mirrors of one life of a controller, in a folder that outlives it. */
    Mirrors mirrors(Path folder, String bootId);

    /** Return the id of a checkout's mirror. */
    MirrorId idOf(String machineId, Path checkout);

    /** Return whether a checkout must be a work tree of git. */
    boolean needsGit();
}
