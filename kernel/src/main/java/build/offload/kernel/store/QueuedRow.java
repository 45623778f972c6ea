package build.offload.kernel.store;

import build.offload.spi.frontend.OperatorCall.BuildRequest;

/** A ticket and the build that waits with it; its environment is left out. */
public record QueuedRow(TicketRow ticket, BuildRequest build) {}
