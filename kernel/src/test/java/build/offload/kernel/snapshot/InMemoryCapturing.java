package build.offload.kernel.snapshot;

import build.offload.kernel.rig.Capturing;
import build.offload.spi.model.MirrorId;
import build.offload.spi.model.TreeId;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Captures without git; a checkout has the same mirror wherever its folder is, so that job ids are the same in every run. */
public final class InMemoryCapturing implements Capturing {

    private static final MirrorId MIRROR = new MirrorId("5".repeat(64));

    private final Map<TreeId, List<TreeEntry>> trees = new LinkedHashMap<>();
    private final boolean blind;

    private InMemoryCapturing(boolean blind) {
        this.blind = blind;
    }

    /** Create captures that see what there is. */
    public InMemoryCapturing() {
        this(false);
    }

    /** Return captures by which a checkout never changes. */
    public static InMemoryCapturing seeingNoChange() {
        return new InMemoryCapturing(true);
    }

    @Override
    public Mirrors mirrors(Path folder, String bootId) {
        return new FolderMirrors(folder, bootId, trees, blind);
    }

    @Override
    public MirrorId idOf(String machineId, Path checkout) {
        return MIRROR;
    }

    @Override
    public boolean needsGit() {
        return false;
    }

    /** Lose all captures but the oldest few. */
    public void loses(int kept) {
        List<TreeId> all = List.copyOf(trees.keySet());
        all.stream().skip(kept).forEach(trees::remove);
    }
}
