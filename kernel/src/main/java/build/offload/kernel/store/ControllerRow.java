package build.offload.kernel.store;

import build.offload.spi.model.ProcessIdentity;
import java.time.Instant;

/**
 * A controller that has used this store.
 *
 * @param id its lasting id
 * @param epoch how many times it was started; what an earlier epoch does no longer counts
 * @param process the process that runs, or ran, this epoch
 */
public record ControllerRow(String id, long epoch, ProcessIdentity process, Instant heartbeatAt, Instant startedAt) {}
