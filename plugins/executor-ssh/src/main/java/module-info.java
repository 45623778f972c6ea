import org.jspecify.annotations.NullMarked;

/** Runs an attempt on a build host over SSH. */
@NullMarked
module build.offload.plugin.executor.ssh {
    requires build.offload.spi;
    requires org.apache.commons.exec;
    requires static org.jspecify;
}
