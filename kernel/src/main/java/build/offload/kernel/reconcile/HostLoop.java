package build.offload.kernel.reconcile;

import build.offload.kernel.plugin.CallResult;
import build.offload.kernel.store.AttemptRow;
import build.offload.kernel.store.CircuitRow;
import build.offload.kernel.store.HostRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.Store;
import build.offload.kernel.transition.Transition.CircuitProbed;
import build.offload.kernel.transition.Transition.HostIdle;
import build.offload.kernel.transition.Transition.HostSilent;
import build.offload.spi.executor.HostShell.ShellResult;
import build.offload.spi.model.HostName;
import build.offload.spi.model.HostRole;
import build.offload.spi.model.HostState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Keeps what is known of each host fresh, moves draining hosts on when they are idle, and probes quarantined commands again.
 * Each host has a lane of its own, so that one that hangs delays no other.
 */
final class HostLoop {

    private final Store store;
    private final Transitions transitions;
    private final Connections connections;
    private final Lanes lanes;
    private final HostLook look;
    private final LoopSettings settings;
    private final Map<HostName, Instant> lastLooks = new ConcurrentHashMap<>();

    HostLoop(Store store, Transitions transitions, Connections connections, Lanes lanes, HostLook look, LoopSettings settings) {
        this.store = store;
        this.transitions = transitions;
        this.connections = connections;
        this.lanes = lanes;
        this.look = look;
        this.settings = settings;
    }

    private record Seen(List<HostRow> hosts, List<CircuitRow> halfOpen, Set<HostName> atWork) {
        static Seen read(ReadTransaction tx) {
            return new Seen(
                    tx.fleet().hosts().stream().filter(host -> host.role() == HostRole.BUILDER).toList(),
                    tx.fleet().circuits().values().stream()
                            .flatMap(List::stream)
                            .filter(circuit -> circuit.state() == CircuitRow.State.HALF_OPEN)
                            .toList(),
                    tx.jobs().activeAttempts().stream().map(AttemptRow::host).collect(Collectors.toSet()));
        }
    }

    /** Start what is due. */
    void tick(Instant now) {
        Seen seen = store.read(Seen::read);
        List<HostName> names = seen.hosts().stream().map(HostRow::name).toList();
        connections.keepOnly(names);
        lastLooks.keySet().retainAll(names);
        for (HostRow host : seen.hosts()) {
            if (host.state() == HostState.DRAINING && !seen.atWork().contains(host.name())) {
                transitions.apply(new HostIdle(host.name()));
            }
            if (due(host, now) && lanes.busy("host/") < settings.looksAtOnce()) {
                lanes.run("host/" + host.name(), () -> lookAt(host, now));
            }
        }
        seen.halfOpen().forEach(circuit -> lanes.run("circuit/" + circuit.host() + "/" + circuit.command(), () -> probe(circuit)));
    }

    /** A host that waits for a look to be let back in is looked at without waiting for its turn. */
    private boolean due(HostRow host, Instant now) {
        Instant last = lastLooks.getOrDefault(host.name(), Instant.MIN);
        boolean urgent = host.state() == HostState.RESTORING || host.silentSince().isPresent();
        Duration pause = urgent ? settings.period() : settings.lookEvery();
        return last.equals(Instant.MIN) || !now.isBefore(last.plus(pause));
    }

    private void lookAt(HostRow host, Instant now) {
        lastLooks.put(host.name(), now);
        long controlVersion = store.read(tx -> tx.fleet().control(host.name()).version());
        try {
            transitions.apply(look.take(host, controlVersion, connections.to(host)));
        } catch (IllegalArgumentException noExecutor) {
            transitions.apply(new HostSilent(host.name(), String.valueOf(noExecutor.getMessage())));
        }
    }

    private void probe(CircuitRow circuit) {
        store.read(tx -> tx.fleet().host(circuit.host())).ifPresent(host -> {
            switch (look.find(circuit.command(), connections.to(host))) {
                case CallResult.Returned<ShellResult>(ShellResult found) -> transitions.apply(answer(circuit, found));
                case CallResult.Threw<ShellResult> threw -> transitions.apply(unanswered(circuit, threw.message()));
                case CallResult.Late<ShellResult> _ -> transitions.apply(unanswered(circuit, "the host did not answer in time"));
            }
        });
    }

    private static CircuitProbed answer(CircuitRow circuit, ShellResult found) {
        boolean present = found.exitCode() == 0;
        String evidence = present
                ? "found at " + found.stdout().strip()
                : "'" + circuit.command() + "' is not on the host's path; install it there, then 'offload unquarantine'";
        return new CircuitProbed(circuit.host(), circuit.command(), present, evidence);
    }

    private static CircuitProbed unanswered(CircuitRow circuit, String why) {
        return new CircuitProbed(circuit.host(), circuit.command(), false, "could not be probed: " + why);
    }
}
