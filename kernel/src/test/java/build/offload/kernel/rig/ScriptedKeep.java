package build.offload.kernel.rig;

import build.offload.spi.executor.BuildHost.SweepReport;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.MirrorId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The workspaces that a scripted host keeps, and what was done to them that never may be. */
final class ScriptedKeep {

    static final long BYTES = 4096;

    private final Map<MirrorId, AttemptId> taken = new HashMap<>();
    private final Map<MirrorId, AttemptId> left = new HashMap<>();
    private final List<String> complaints = new ArrayList<>();

    /** An attempt gets what the last one left. */
    void take(AttemptId attempt, MirrorId mirror) {
        AttemptId other = taken.getOrDefault(mirror, attempt);
        if (!other.equals(attempt)) {
            complaints.add(attempt + " is given what " + other + " has");
        }
        taken.put(mirror, attempt);
        left.remove(mirror);
    }

    /** Return what a sweep leaves; one that is repeated says the same again. */
    SweepReport sweep(AttemptId attempt, boolean ended) {
        List<MirrorId> own = taken.keySet().stream()
                .filter(mirror -> attempt.equals(taken.get(mirror)))
                .toList();
        own.forEach(taken::remove);
        if (ended) {
            own.forEach(mirror -> left.put(mirror, attempt));
        }
        return left.containsValue(attempt) ? new SweepReport.Kept(BYTES) : new SweepReport.Removed();
    }

    void discard(MirrorId mirror) {
        if (taken.containsKey(mirror)) {
            complaints.add("discarded is what " + taken.get(mirror) + " has");
        }
        left.remove(mirror);
    }

    /** Return how many lie there that nobody has. */
    int left() {
        return left.size();
    }

    List<String> complaints() {
        return List.copyOf(complaints);
    }
}
