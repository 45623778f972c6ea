package build.offload.kernel.store;

import build.offload.spi.model.JobId;
import build.offload.spi.model.ProcessIdentity;

/** A job in the queue and the process that waits for it. */
public record AwaitedRow(JobId job, ProcessIdentity owner) {}
