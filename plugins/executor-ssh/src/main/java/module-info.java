import build.offload.plugin.executor.ssh.SshExecutor;
import build.offload.spi.executor.Executor;
import org.jspecify.annotations.NullMarked;

/** Runs an attempt on a build host over SSH. */
@NullMarked
module build.offload.plugin.executor.ssh {
    requires build.offload.spi;
    requires org.apache.commons.exec;
    requires static org.jspecify;

    provides Executor with
            SshExecutor;
}
