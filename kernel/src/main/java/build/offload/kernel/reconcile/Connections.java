package build.offload.kernel.reconcile;

import build.offload.kernel.store.HostRow;
import build.offload.spi.executor.BuildHost;
import build.offload.spi.executor.Executor;
import build.offload.spi.executor.ExecutorContext;
import build.offload.spi.executor.HostTarget;
import build.offload.spi.model.HostName;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Keeps one way to each host, made anew when the host's target changes. Safe for use by several threads. */
public final class Connections implements AutoCloseable {

    private final Map<String, Executor> executors;
    private final ExecutorContext context;
    private final Map<HostName, Connection> open = new ConcurrentHashMap<>();

    private record Connection(HostTarget target, BuildHost host) {}

    /** A host with the plugin that reaches it, so that a failed call is put down to the right one. */
    public record Reached(Executor executor, BuildHost host) {}

    /** Create connections through the given executors, by name. */
    public Connections(Map<String, Executor> executors, ExecutorContext context) {
        this.executors = Map.copyOf(executors);
        this.context = context;
    }

    /**
     * Return the way to a host.
     *
     * @throws UnknownExecutorException when the executor it was enrolled with is not loaded
     */
    public Reached to(HostRow host) {
        Executor executor = executor(host.executor());
        Connection connection = open.compute(
                host.name(),
                (_, present) -> present != null && present.target().equals(host.target())
                        ? present
                        : anew(executor, host, present));
        return new Reached(executor, connection.host());
    }

    private Connection anew(Executor executor, HostRow host, @Nullable Connection present) {
        if (present != null) {
            present.host().close();
        }
        return new Connection(host.target(), executor.open(host.target(), context));
    }

    /**
     * Return the executor of a name.
     *
     * @throws UnknownExecutorException when none of that name is loaded
     */
    public Executor executor(String name) {
        Executor executor = executors.get(name);
        if (executor == null) {
            throw new UnknownExecutorException(name, executors.keySet());
        }
        return executor;
    }

    /** Return a way to a host that is not enrolled yet; the caller closes it. */
    public BuildHost open(String executor, HostTarget target) {
        return executor(executor).open(target, context);
    }

    /** Close the ways to hosts that are enrolled no more. */
    public void keepOnly(Collection<HostName> enrolled) {
        Set<HostName> keep = Set.copyOf(enrolled);
        open.keySet().stream().filter(name -> !keep.contains(name)).toList().forEach(this::closeOne);
    }

    private void closeOne(HostName name) {
        Connection connection = open.remove(name);
        if (connection != null) {
            connection.host().close();
        }
    }

    @Override
    public void close() {
        keepOnly(Set.of());
    }
}
