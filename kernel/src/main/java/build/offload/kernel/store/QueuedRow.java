package build.offload.kernel.store;

import build.offload.spi.frontend.OperatorCall.BuildRequest;
import build.offload.spi.model.MirrorId;

/** A ticket, the checkout and the build that waits with it; its environment is left out. */
public record QueuedRow(TicketRow ticket, MirrorId mirror, BuildRequest build) {}
