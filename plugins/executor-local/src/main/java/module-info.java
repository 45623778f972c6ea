import org.jspecify.annotations.NullMarked;

/** Runs an attempt on the controller's own machine. */
@NullMarked
module build.offload.plugin.executor.local {
    requires build.offload.spi;
    requires org.apache.commons.exec;
    requires static org.jspecify;
}
