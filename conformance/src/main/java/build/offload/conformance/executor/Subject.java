package build.offload.conformance.executor;

import build.offload.spi.executor.Executor;
import build.offload.spi.executor.HostTarget;

/**
 * What is examined: an executor, by way of one host.
 *
 * @param target the host, with a workspace root that nobody else uses: one of the rules purges it
 */
public record Subject(Executor executor, HostTarget target) {}
