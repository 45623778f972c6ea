import build.offload.plugin.executor.local.LocalExecutor;
import build.offload.spi.executor.Executor;
import org.jspecify.annotations.NullMarked;

/** Runs an attempt on the controller's own machine. */
@NullMarked
module build.offload.plugin.executor.local {
    requires build.offload.spi;
    requires org.apache.commons.exec;
    requires static org.jspecify;

    provides Executor with
            LocalExecutor;
}
