package build.offload.kernel.fleet;

import build.offload.kernel.event.NewEvent;
import build.offload.kernel.store.CircuitRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.kernel.transition.Transition.HostQuarantine;
import build.offload.spi.frontend.Controller.Refusal;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code host-quarantine}: an operator keeps one command class off a host, until that operator lets it be probed again. */
public record QuarantineStep(HostQuarantine verb) implements Step {

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        return KnownHost.required(tx, verb.host());
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        boolean changed = tx.fleet()
                .circuit(verb.host(), verb.command())
                .filter(circuit -> circuit.state() == CircuitRow.State.OPEN)
                .isEmpty();
        if (changed) {
            tx.fleet()
                    .setCircuit(new CircuitRow(
                            verb.host(),
                            verb.command(),
                            CircuitRow.State.OPEN,
                            "quarantined by " + facts.actor(),
                            facts.now()));
        }
        NewEvent event = NewEvent.of("circuit-opened", "circuit", changed ? "host-quarantine" : "unchanged")
                .host(verb.host().value())
                .data(Map.of("command", verb.command()));
        return new Effect(result(verb, changed), true, List.of(event));
    }

    private static Map<String, Object> result(HostQuarantine verb, boolean changed) {
        return Map.of(
                "changed", changed,
                "host", verb.host().value(),
                "command", verb.command(),
                "circuit", CircuitRow.State.OPEN,
                "pending", List.of());
    }
}
