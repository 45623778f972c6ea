import build.offload.spi.executor.Executor;
import build.offload.spi.frontend.Frontend;
import build.offload.spi.probe.CapabilityProbe;
import build.offload.spi.publish.PublicationStrategy;
import org.jspecify.annotations.NullMarked;

/** Launcher and command line: finds plugins, builds module layers, starts the kernel. */
@NullMarked
module build.offload.distribution {
    requires build.offload.kernel;
    requires build.offload.spi;
    requires com.fasterxml.jackson.core;
    requires info.picocli;
    requires java.logging;
    requires org.tomlj;
    requires static org.jspecify;

    uses Executor;
    uses CapabilityProbe;
    uses PublicationStrategy;
    uses Frontend;

    opens build.offload.distribution.cli to
            info.picocli;
}
