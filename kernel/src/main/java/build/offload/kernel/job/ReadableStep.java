package build.offload.kernel.job;

import build.offload.kernel.event.NewEvent;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.RowReadable;
import build.offload.kernel.transition.Step;
import build.offload.spi.frontend.Controller.Refusal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Closes what {@link UnreadableStep} opened. */
public record ReadableStep(RowReadable seen) implements Step {

    /** Rows about a job; an event that names it has everybody read it again who keeps a copy. */
    private static final Pattern JOB = Pattern.compile("(?:job|attempt|ticket) ([0-9a-f]{64})(?:\\.[0-9]+)?");

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        return tx.incidents().open(UnreadableStep.INCIDENT, seen.row()).isPresent()
                ? Optional.empty()
                : Optional.of(Refusal.of("known-row", "nothing is known to be wrong with " + seen.row()));
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        tx.incidents().close(UnreadableStep.INCIDENT, seen.row(), facts.now());
        NewEvent event = NewEvent.of("row-readable", "store", "readable").data(Map.of("row", seen.row()));
        Matcher about = JOB.matcher(seen.row());
        NewEvent whole = about.matches() ? event.job(about.group(1), "", "", 0) : event;
        return new Effect(Map.of("changed", true), false, List.of(whole));
    }
}
