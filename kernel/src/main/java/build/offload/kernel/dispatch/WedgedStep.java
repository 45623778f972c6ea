package build.offload.kernel.dispatch;

import build.offload.kernel.event.NewEvent;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.DispatchWedged;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.spi.frontend.Controller.Refusal;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes down that dispatch is wedged: once, however long that lasts. It is true by time alone, so that no other transition
 * would leave a trace of it.
 */
public record WedgedStep(DispatchWedged seen) implements Step {

    /** The kind of the incident that is open while dispatch is wedged. */
    public static final String INCIDENT = "dispatch-wedged";

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        return tx.incidents()
                .open(INCIDENT, "")
                .map(known -> Refusal.of("known-wedge", "it is written down already: " + known.message()));
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        tx.incidents().open(INCIDENT, "", "act", seen.detail(), facts.now());
        NewEvent event = NewEvent.of(INCIDENT, "queue", "wedged")
                .host(seen.host().value())
                .data(Map.of("detail", seen.detail()));
        return new Effect(Map.of("changed", true), false, List.of(event));
    }
}
