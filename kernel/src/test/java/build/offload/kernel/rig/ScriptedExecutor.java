package build.offload.kernel.rig;

import build.offload.spi.executor.BuildHost;
import build.offload.spi.executor.Executor;
import build.offload.spi.executor.ExecutorContext;
import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.HostKey;
import build.offload.spi.executor.HostTarget;
import build.offload.spi.model.HostAddress;
import build.offload.spi.probe.CapabilityProbe;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reaches scripted hosts, and probes them. The hosts outlive every controller. */
final class ScriptedExecutor implements Executor {

    static final String NAME = "scripted";

    /** Under this name the controller reaches its own machine. */
    static final String LOCAL = "local";

    private final Map<String, ScriptedHost> hosts = new TreeMap<>();
    private final Stalls stalls;

    ScriptedExecutor(Stalls stalls) {
        this.stalls = stalls;
    }

    /** Return the host of a name; it is there from the first time it is asked for. */
    ScriptedHost host(String name) {
        return hosts.computeIfAbsent(name, unknown -> new ScriptedHost(unknown, stalls));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<HostKey> offeredKeys(HostAddress address, Duration limit) {
        return List.of();
    }

    @Override
    public BuildHost open(HostTarget target, ExecutorContext context) {
        return new ScriptedConnection(host(target.name().value()));
    }

    /** Return the probe that knows what these hosts have. */
    CapabilityProbe probe() {
        return new Probe(this);
    }

    private record Probe(ScriptedExecutor hosts) implements CapabilityProbe {
        @Override
        public String name() {
            return "scripted-probe";
        }

        @Override
        public ProbeReport probe(ProbeRequest request) throws ExecutorException {
            ScriptedHost host = hosts.host(request.host().value());
            return host.answer(Call.PROBE, "", () -> new ProbeReport(host.findings(), host.load()));
        }
    }
}
