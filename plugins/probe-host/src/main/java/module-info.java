import org.jspecify.annotations.NullMarked;

/** Reads load, cores and free space of a host. */
@NullMarked
module build.offload.plugin.probe.host {
    requires build.offload.spi;
    requires static org.jspecify;
}
