package build.offload.plugin.executor.ssh;

import build.offload.spi.executor.BuildHost;
import build.offload.spi.executor.Executor;
import build.offload.spi.executor.ExecutorContext;
import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.HostKey;
import build.offload.spi.executor.HostTarget;
import build.offload.spi.model.HostAddress;
import build.offload.spi.posix.PosixBuildHost;
import java.time.Duration;
import java.util.List;

/**
 * Reaches build hosts with the OpenSSH client of the controller's machine, one shared connection a host.
 *
 * <p>The user's ssh configuration is not read ({@code -F none}), nor anybody's list of known hosts: a host is who its pinned
 * key says, and a jump host or another user's settings never come in by surprise. What does apply is the user's agent and,
 * where the host has no identity file of its own, the user's default keys. Nothing is ever asked: no password, no passphrase.
 */
public final class SshExecutor implements Executor {

    @Override
    public String name() {
        return "ssh";
    }

    @Override
    public List<HostKey> offeredKeys(HostAddress address, Duration limit) throws ExecutorException {
        return KeyScan.of(address, limit);
    }

    @Override
    public BuildHost open(HostTarget target, ExecutorContext context) {
        return new PosixBuildHost(new SshTransport(target, context), target, context);
    }
}
