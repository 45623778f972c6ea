import build.offload.plugin.probe.host.HostProbe;
import build.offload.spi.probe.CapabilityProbe;
import org.jspecify.annotations.NullMarked;

/** Reads load, cores and free space of a host. */
@NullMarked
module build.offload.plugin.probe.host {
    requires build.offload.spi;
    requires static org.jspecify;

    provides CapabilityProbe with
            HostProbe;
}
