package build.offload.kernel.store;

import build.offload.spi.model.AttemptId;
import build.offload.spi.model.HostName;
import build.offload.spi.model.MirrorId;
import java.time.Instant;
import java.util.Optional;

/**
 * A workspace that a host keeps for a checkout.
 *
 * @param holder the attempt that has it reserved
 * @param bytes what it took of the host's disk when it was last swept
 */
public record WorkspaceRow(HostName host, MirrorId mirror, Optional<AttemptId> holder, long bytes, Instant usedAt) {}
