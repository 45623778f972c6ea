package build.offload.spi.frontend;

import build.offload.spi.model.HostName;
import build.offload.spi.model.JobId;
import build.offload.spi.model.MirrorId;
import java.time.Instant;
import java.util.Optional;

/**
 * What a host keeps for the next keeping build of a checkout.
 *
 * @param checkout names the checkout beyond doubt
 * @param repo the name of the checkout's folder
 * @param path where the checkout was when its last keeping build was placed
 * @param job the one whose attempt has it, while it is held
 * @param bytes what it took of the host's disk when its last build had ended; 0 before the first
 */
public record WorkspaceView(
        HostName host,
        MirrorId checkout,
        String repo,
        String path,
        State state,
        Optional<JobId> job,
        long bytes,
        Instant usedAt) {

    /** Who has it. */
    public enum State {
        /** Nobody: the next keeping build of the checkout on this host gets it. */
        IDLE,

        /** The attempt of a job, until that was swept. */
        HELD,

        /** The host is to remove it; nobody gets it any more. */
        DISCARDING
    }
}
