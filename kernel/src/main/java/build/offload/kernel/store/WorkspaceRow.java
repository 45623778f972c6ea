package build.offload.kernel.store;

import build.offload.spi.model.AttemptId;
import build.offload.spi.model.HostName;
import build.offload.spi.model.MirrorId;
import java.time.Instant;
import java.util.Optional;

/**
 * A workspace that a host keeps for a checkout.
 *
 * @param checkout the folder of the checkout when it was last reserved
 * @param holder the attempt that has it reserved
 * @param discarding whether it is being removed from the host; nobody gets it any more
 * @param bytes what it took of the host's disk when it was last swept
 */
public record WorkspaceRow(
        HostName host,
        MirrorId mirror,
        String checkout,
        Optional<AttemptId> holder,
        boolean discarding,
        long bytes,
        Instant usedAt) {

    /** Return the name of the checkout's folder, by which people know it. */
    public String repo() {
        return checkout.substring(checkout.lastIndexOf('/') + 1);
    }

    /** Return whether an attempt may have it, or it may be discarded: nobody has it, and it is there. */
    public boolean idle() {
        return holder.isEmpty() && !discarding;
    }
}
