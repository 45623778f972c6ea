package build.offload.kernel.store;

import build.offload.spi.model.HostName;
import java.time.Instant;
import java.util.Optional;

/**
 * A tool that is another than it was when its host was last proved.
 *
 * @param before its version then; absent when it was not there
 * @param after its version now; absent when it is gone
 */
public record DriftRow(
        HostName host, String command, Optional<String> before, Optional<String> after, Instant foundAt) {}
