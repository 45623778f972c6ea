package build.offload.kernel.store;

import build.offload.spi.model.HostName;
import build.offload.spi.probe.CapabilityProbe.Finding;
import java.time.Instant;

/** The last finding about one capability of one host. */
public record CapabilityRow(HostName host, Finding finding, Instant checkedAt) {}
