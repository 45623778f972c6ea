package build.offload.kernel.fleet;

import build.offload.kernel.event.NewEvent;
import build.offload.kernel.store.AttemptRow;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.JobRow.Submitted;
import build.offload.kernel.store.WorkspaceRow;
import build.offload.kernel.store.WriteTransaction;
import build.offload.spi.model.HostName;
import build.offload.spi.model.MirrorId;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;

/** Which attempt has a kept workspace: one at a time, from its placement until it was swept. */
public final class KeptWorkspaces {

    private KeptWorkspaces() {}

    /** Reserve a keeping job's workspace for its present attempt; return false where it keeps nothing, or another one has it. */
    public static boolean reserve(WriteTransaction tx, JobRow job, HostName host, Instant now) {
        Submitted submitted = job.submitted();
        boolean free = !submitted.build().keep().isEmpty()
                && tx.workspaces()
                        .of(host, submitted.mirror())
                        .filter(row -> !row.idle())
                        .isEmpty();
        if (free) {
            tx.workspaces().hold(host, submitted.mirror(), submitted.checkout(), job.attemptId(), now);
        }
        return free;
    }

    /** Return an event about a workspace. */
    public static NewEvent event(String type, WorkspaceRow row, String reason) {
        return NewEvent.of(type, "host", reason)
                .job("", row.repo(), "", 0)
                .host(row.host().value())
                .data(Map.of("checkout", row.mirror().value(), "bytes", row.bytes()));
    }

    /**
     * Give up what a swept attempt holds; return what there is to tell of it. One that was never laid out took nothing of what
     * the host keeps.
     */
    public static Map<String, Object> release(
            WriteTransaction tx, AttemptRow attempt, MirrorId mirror, OptionalLong kept, Instant now) {
        HostName host = attempt.host();
        if (!tx.workspaces().holds(attempt.id(), host, mirror)) {
            return Map.of();
        }
        long before = tx.workspaces().of(host, mirror).map(WorkspaceRow::bytes).orElse(0L);
        long bytes = kept.orElse(attempt.times().prepared().isEmpty() ? before : 0);
        if (kept.isEmpty() && bytes == 0) {
            tx.workspaces().delete(host, mirror);
            return Map.of("workspace", "removed");
        }
        tx.workspaces().kept(host, mirror, bytes, now);
        return Map.of("workspace", "kept", "bytes", bytes);
    }
}
