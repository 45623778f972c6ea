package build.offload.spi.executor;

import build.offload.spi.Plugin;
import build.offload.spi.model.HostAddress;
import java.time.Duration;
import java.util.List;

/** Reaches build hosts in one way (over SSH, on this very machine, …) and runs attempts there. */
public non-sealed interface Executor extends Plugin {

    /**
     * Return the keys a host offers at an address, before anything about it is trusted.
     *
     * @return the offered keys; empty when this executor's transport has no host keys, and then none is pinned
     * @throws ExecutorException when nothing answers there within the limit
     */
    List<HostKey> offeredKeys(HostAddress address, Duration limit) throws ExecutorException;

    /**
     * Return a way to the host. Opening does no work on the host and never fails; the first call does and may.
     * The kernel keeps one per host and closes it when the host is removed or its target changes.
     */
    BuildHost open(HostTarget target, ExecutorContext context);
}
