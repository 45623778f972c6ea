import build.offload.plugin.probe.toolchains.ToolchainProbe;
import build.offload.spi.probe.CapabilityProbe;
import org.jspecify.annotations.NullMarked;

/** Finds out which toolchains a host has. */
@NullMarked
module build.offload.plugin.probe.toolchains {
    requires build.offload.spi;
    requires static org.jspecify;

    provides CapabilityProbe with
            ToolchainProbe;
}
