import org.jspecify.annotations.NullMarked;

/** What a plugin author compiles against: the plugin kinds, the domain's values, and nothing of the kernel. */
@NullMarked
module build.offload.spi {
    requires static org.jspecify;

    exports build.offload.spi;
    exports build.offload.spi.model;
    exports build.offload.spi.executor;
    exports build.offload.spi.probe;
    exports build.offload.spi.publish;
    exports build.offload.spi.frontend;
    exports build.offload.spi.posix;
}
