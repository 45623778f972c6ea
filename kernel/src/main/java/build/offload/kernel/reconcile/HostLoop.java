package build.offload.kernel.reconcile;

import build.offload.kernel.dispatch.FleetCopy;
import build.offload.kernel.store.CircuitRow;
import build.offload.kernel.store.HostRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.transition.Outcome;
import build.offload.kernel.transition.Transition;
import build.offload.kernel.transition.Transition.CircuitProbed;
import build.offload.kernel.transition.Transition.HostIdle;
import build.offload.kernel.transition.Transition.HostSilent;
import build.offload.kernel.world.MonotonicClock;
import build.offload.spi.model.HostName;
import build.offload.spi.model.HostRole;
import build.offload.spi.model.HostState;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Keeps what is known of each host fresh, moves draining hosts on when they are idle, and probes quarantined commands again.
 * Each host has a lane of its own, so that one that hangs delays no other.
 */
final class HostLoop {

    private static final String LANE = "host/";
    private static final String SILENT = "silent-host/";
    private static final Duration NEVER = Duration.ofDays(36_500);

    private final Workings workings;
    private final Connections connections;
    private final HostLook look;
    private final CircuitCheck circuits;
    private final String machineId;
    private final MonotonicClock clock;
    private final Map<HostName, Long> lastLooks = new ConcurrentHashMap<>();

    /** The machine that looks, and its clock. */
    record Here(String machineId, MonotonicClock clock) {}

    HostLoop(Workings workings, Connections connections, HostLook look, CircuitCheck circuits, Here here) {
        this.workings = workings;
        this.connections = connections;
        this.look = look;
        this.circuits = circuits;
        this.machineId = here.machineId();
        this.clock = here.clock();
    }

    /** Start what is due. */
    void tick(FleetCopy fleet, boolean waiting, Instant now) {
        List<HostRow> reached = fleet.hosts().stream()
                .filter(host -> host.reachableFrom(machineId))
                .toList();
        Set<HostName> names = reached.stream().map(HostRow::name).collect(Collectors.toSet());
        forgetAllBut(names);
        reached.stream()
                .filter(host -> host.state() == HostState.DRAINING && idle(host))
                .forEach(host -> workings.transitions().apply(new HostIdle(host.name())));
        reached.stream()
                .filter(host -> (waiting || host.role() == HostRole.BUILDER) && due(host, now))
                .sorted(Comparator.comparing(this::sinceLastLook).reversed())
                .forEach(this::begin);
        fleet.circuits()
                .filter(circuit -> circuit.state() == CircuitRow.State.HALF_OPEN && names.contains(circuit.host()))
                .forEach(circuit -> {
                    String lane = "circuit/" + circuit.host() + "/" + circuit.command();
                    workings.lanes().run(lane, () -> probe(lane, circuit));
                });
    }

    private boolean idle(HostRow host) {
        return workings.store()
                .read(tx -> tx.jobs().activeAttempts(host.name()))
                .isEmpty();
    }

    private void forgetAllBut(Set<HostName> names) {
        connections.keepOnly(names);
        look.keepOnly(names);
        lastLooks.keySet().retainAll(names);
    }

    /** Whoever has waited longest comes first. Hosts that did not answer last time have places of their own, to hang in. */
    private void begin(HostRow host) {
        String places = host.silentSince().isPresent() ? SILENT : LANE;
        boolean goesOn =
                workings.lanes().isBusy(LANE + host.name()) || workings.lanes().isBusy(SILENT + host.name());
        if (!goesOn && workings.lanes().busy(places) < workings.settings().looksAtOnce()) {
            workings.lanes().run(places + host.name(), () -> lookAt(host));
        }
    }

    private Duration sinceLastLook(HostRow host) {
        Long last = lastLooks.get(host.name());
        return last == null ? NEVER : Duration.ofNanos(clock.nanos() - last);
    }

    /** A host that waits for a look to be let back in is looked at without waiting for its turn; so is one just silent. */
    private boolean due(HostRow host, Instant now) {
        Duration lookEvery = workings.settings().lookEvery();
        boolean justSilent = host.silentSince()
                .filter(since -> Duration.between(since, now).abs().compareTo(lookEvery) < 0)
                .isPresent();
        boolean urgent = host.state() == HostState.RESTORING || justSilent;
        Duration pause = urgent ? workings.settings().period() : lookEvery;
        return sinceLastLook(host).compareTo(pause) >= 0;
    }

    private void lookAt(HostRow host) {
        lastLooks.put(host.name(), clock.nanos());
        long controlVersion =
                workings.store().read(tx -> tx.fleet().control(host.name()).version());
        workings.transitions().apply(seen(host, controlVersion));
    }

    private Transition seen(HostRow host, long controlVersion) {
        try {
            return look.take(host, controlVersion, connections.to(host));
        } catch (UnknownExecutorException missing) {
            return new HostSilent(host.name(), String.valueOf(missing.getMessage()));
        }
    }

    /** A host that does not answer has not said that anything is missing: it is asked again. */
    private void probe(String lane, CircuitRow circuit) {
        Optional<CircuitProbed> answer = workings.store()
                .read(tx -> asked(tx, circuit))
                .flatMap(asked -> circuits.answer(asked.question(), connections.to(asked.host())));
        boolean recorded = answer.map(workings.transitions()::apply)
                .filter(Outcome.Committed.class::isInstance)
                .isPresent();
        if (recorded) {
            workings.lanes().succeeded(lane);
        } else {
            workings.lanes().failed(lane);
        }
    }

    private record Asked(HostRow host, CircuitCheck.Question question) {}

    private static Optional<Asked> asked(ReadTransaction tx, CircuitRow circuit) {
        return tx.fleet().host(circuit.host()).map(host -> new Asked(host, CircuitCheck.Question.of(tx, circuit)));
    }
}
