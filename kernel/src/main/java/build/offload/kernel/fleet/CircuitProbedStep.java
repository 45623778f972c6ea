package build.offload.kernel.fleet;

import build.offload.kernel.event.NewEvent;
import build.offload.kernel.store.CircuitRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.kernel.transition.Transition.CircuitProbed;
import build.offload.spi.frontend.Controller.Refusal;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The half-open probe's answer: green closes the circuit, and the failures were the jobs' own; else it is open. */
public record CircuitProbedStep(CircuitProbed seen) implements Step {

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        return tx.fleet()
                        .circuit(seen.host(), seen.command())
                        .filter(circuit -> circuit.state() == CircuitRow.State.HALF_OPEN)
                        .isPresent()
                ? Optional.empty()
                : Optional.of(Refusal.of("not-half-open", "the circuit of '" + seen.command() + "' is not half open"));
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        tx.fleet().clearLaunchFailuresInRow(seen.host(), seen.command());
        if (seen.present()) {
            tx.fleet().closeCircuit(seen.host(), seen.command());
        } else {
            CircuitRow circuit = tx.fleet().circuit(seen.host(), seen.command()).orElseThrow();
            tx.fleet()
                    .setCircuit(new CircuitRow(
                            seen.host(), seen.command(), CircuitRow.State.OPEN, seen.evidence(), circuit.openedAt()));
        }
        NewEvent event = NewEvent.of(
                        seen.present() ? "circuit-closed" : "circuit-opened",
                        "circuit",
                        seen.present() ? "probe-green" : "capability-missing")
                .host(seen.host().value())
                .data(Map.of("command", seen.command(), "evidence", seen.evidence()));
        return new Effect(Map.of("changed", true), true, List.of(event));
    }
}
