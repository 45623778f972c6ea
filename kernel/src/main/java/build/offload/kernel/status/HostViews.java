package build.offload.kernel.status;

import build.offload.kernel.store.AttemptRow;
import build.offload.kernel.store.CapabilityRow;
import build.offload.kernel.store.CircuitRow;
import build.offload.kernel.store.ControlRow;
import build.offload.kernel.store.DriftRow;
import build.offload.kernel.store.GateRow;
import build.offload.kernel.store.HostRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.spi.executor.HostKey;
import build.offload.spi.frontend.HostView;
import build.offload.spi.frontend.HostView.Circuit;
import build.offload.spi.frontend.HostView.Decision;
import build.offload.spi.frontend.HostView.Drift;
import build.offload.spi.frontend.HostView.Gate;
import build.offload.spi.model.HostGate;
import build.offload.spi.model.HostName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Hosts as operators see them. The state is the host's own; the mode beside it says what was decided about it. */
final class HostViews {

    private HostViews() {}

    static List<HostView> all(ReadTransaction tx) {
        Map<String, ControlRow> controls = tx.fleet().controls();
        Map<String, List<CapabilityRow>> capabilities = tx.fleet().capabilities();
        Map<String, List<CircuitRow>> circuits = tx.fleet().circuits();
        Map<String, List<DriftRow>> drifts = tx.fleet().drifts();
        Map<String, List<GateRow>> gates = tx.fleet().gates();
        Map<String, Integer> taken = tx.queue().slotsTaken();
        Map<String, List<AttemptRow>> attempts = tx.jobs().activeAttempts().stream()
                .collect(Collectors.groupingBy(attempt -> attempt.host().value()));
        return tx.fleet().hosts().stream()
                .map(host -> {
                    String name = host.name().value();
                    return new Parts(
                            host,
                            controls.getOrDefault(name, ControlRow.UNTOUCHED),
                            capabilities.getOrDefault(name, List.of()),
                            circuits.getOrDefault(name, List.of()),
                            taken.getOrDefault(name, 0),
                            attempts.getOrDefault(name, List.of()),
                            drifts.getOrDefault(name, List.of()),
                            gates.getOrDefault(name, List.of()));
                })
                .map(Parts::view)
                .toList();
    }

    static Optional<HostView> one(ReadTransaction tx, HostName name) {
        return tx.fleet()
                .host(name)
                .map(host -> new Parts(
                        host,
                        tx.fleet().control(name),
                        tx.fleet().capabilities(name),
                        tx.fleet().circuits(name),
                        tx.queue().slotsTaken(name),
                        tx.jobs().activeAttempts(name),
                        tx.fleet().drifts(name),
                        tx.fleet().gates(name)))
                .map(Parts::view);
    }

    private record Parts(
            HostRow host,
            ControlRow control,
            List<CapabilityRow> capabilities,
            List<CircuitRow> circuits,
            int slotsTaken,
            List<AttemptRow> attempts,
            List<DriftRow> drifts,
            List<GateRow> gates) {

        HostView view() {
            return new HostView(
                    host.name(),
                    host.role(),
                    host.state(),
                    control.mode(),
                    Math.max(0, control.version()),
                    reason(),
                    host.primary(),
                    host.enrolling(),
                    host.executor(),
                    host.target().address().map(Object::toString),
                    host.target().key().map(HostKey::fingerprint),
                    host.slots(),
                    slotsTaken,
                    host.load1(),
                    host.cores(),
                    host.observedAt(),
                    HostFacts.probes(capabilities),
                    circuits.stream().map(Parts::circuit).toList(),
                    attempts.stream().map(attempt -> attempt.id().toString()).toList(),
                    host.labels().values(),
                    drifts.stream().map(Parts::drift).toList(),
                    Stream.of(HostGate.values()).map(this::gate).toList(),
                    control.decidedBy().flatMap(actor -> control.updatedAt().map(at -> new Decision(actor, at))));
        }

        private Optional<String> reason() {
            return control.readable()
                    ? host.reason()
                    : Optional.of("its control record in the store cannot be read; remove the host and enrol it again");
        }

        /** Nothing is known of the gates of a host that is silent, or that was never looked at. */
        private Gate gate(HostGate which) {
            if (host.silentSince().isPresent()) {
                return new Gate(
                        which.word(),
                        "unknown",
                        "it has not answered since " + host.silentSince().get());
            }
            return gates.stream()
                    .filter(row -> row.gate() == which)
                    .findFirst()
                    .map(row -> new Gate(which.word(), row.green() ? "green" : "red", row.evidence()))
                    .orElseGet(() -> new Gate(which.word(), "unknown", "it was not looked at yet"));
        }

        private static Drift drift(DriftRow row) {
            return new Drift(row.command(), row.before(), row.after(), row.foundAt());
        }

        private static Circuit circuit(CircuitRow row) {
            return new Circuit(row.command(), word(row.state()), row.openedAt(), row.reason());
        }

        private static String word(CircuitRow.State state) {
            return switch (state) {
                case OPEN -> "open";
                case HALF_OPEN -> "half-open";
            };
        }
    }
}
