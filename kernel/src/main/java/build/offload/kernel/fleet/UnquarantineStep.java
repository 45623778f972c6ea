package build.offload.kernel.fleet;

import build.offload.kernel.event.NewEvent;
import build.offload.kernel.store.CircuitRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.kernel.transition.Transition.HostUnquarantine;
import build.offload.spi.frontend.Controller.Refusal;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code host-unquarantine}: the circuit is half open, and the loop probes the class; green closes it. */
public record UnquarantineStep(HostUnquarantine verb) implements Step {

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        return KnownHost.required(tx, verb.host()).or(() -> closed(tx));
    }

    private Optional<Refusal> closed(ReadTransaction tx) {
        return tx.fleet().circuit(verb.host(), verb.command()).isPresent()
                ? Optional.empty()
                : Optional.of(Refusal.of(
                        "not-quarantined", "'" + verb.command() + "' is not quarantined on '" + verb.host() + "'"));
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        CircuitRow circuit = tx.fleet().circuit(verb.host(), verb.command()).orElseThrow();
        boolean changed = circuit.state() == CircuitRow.State.OPEN;
        tx.fleet()
                .setCircuit(new CircuitRow(
                        verb.host(), verb.command(), CircuitRow.State.HALF_OPEN, circuit.reason(), circuit.openedAt()));
        NewEvent event = NewEvent.of("circuit-half-open", "circuit", changed ? "host-unquarantine" : "unchanged")
                .host(verb.host().value())
                .data(Map.of("command", verb.command()));
        Map<String, Object> result = Map.of(
                "changed", changed,
                "host", verb.host().value(),
                "command", verb.command(),
                "circuit", CircuitRow.State.HALF_OPEN,
                "pending", List.of("re-probe"));
        return new Effect(result, true, List.of(event));
    }
}
