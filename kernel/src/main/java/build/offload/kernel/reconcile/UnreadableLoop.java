package build.offload.kernel.reconcile;

import build.offload.kernel.job.UnreadableStep;
import build.offload.kernel.store.IncidentRow;
import build.offload.kernel.store.Store;
import build.offload.kernel.transition.RowReadable;
import build.offload.kernel.transition.RowUnreadable;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes an incident of each row that reads had to pass over, and looks whether those known so far were put right. */
final class UnreadableLoop {

    private final Store store;
    private final Transitions transitions;

    UnreadableLoop(Store store, Transitions transitions) {
        this.store = store;
        this.transitions = transitions;
    }

    void tick() {
        List<IncidentRow> open = store.read(tx -> tx.incidents().open()).stream()
                .filter(incident -> incident.kind().equals(UnreadableStep.INCIDENT))
                .toList();
        Set<String> known = open.stream().map(IncidentRow::subject).collect(Collectors.toUnmodifiableSet());
        store.unreadable().seen().forEach((row, problem) -> {
            if (!known.contains(row)) {
                transitions.apply(new RowUnreadable(row, problem));
            }
        });
        for (String row : known) {
            if (store.read(tx -> tx.readable(row))) {
                store.unreadable().forget(row);
                transitions.apply(new RowReadable(row));
            }
        }
    }
}
