package build.offload.kernel.job;

import build.offload.kernel.event.NewEvent;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.RowUnreadable;
import build.offload.kernel.transition.Step;
import build.offload.spi.frontend.Controller.Refusal;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Says once of a row that it cannot be read, which no other transition would leave a trace of. */
public record UnreadableStep(RowUnreadable seen) implements Step {

    /** The kind of the incident that is open while a row cannot be read; its subject is the row. */
    public static final String INCIDENT = "row-unreadable";

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        return tx.incidents()
                .open(INCIDENT, seen.row())
                .map(known -> Refusal.of("known-row", "it is written down already: " + known.message()));
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        String next = seen.problem() + "; everything else goes on; put the row right or restore the store"
                + " (docs/recovery.md)";
        tx.incidents().open(INCIDENT, seen.row(), "act", next, facts.now());
        NewEvent event = NewEvent.of(INCIDENT, "store", "unreadable").data(Map.of("row", seen.row(), "message", next));
        return new Effect(Map.of("changed", true), false, List.of(event));
    }
}
