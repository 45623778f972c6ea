package build.offload.kernel.transition;

import build.offload.kernel.event.NewEvent;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Transition.AdmissionReconcile;
import build.offload.spi.frontend.Controller.Refusal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Steps that do what a test says. Each is known by a name, which travels as the reason of an {@code admission-reconcile}, and
 * leaves a trace in the store: an open incident of kind {@code done} about that name, so that a second effect would be seen.
 */
final class ScriptedSteps implements Steps {

    private final Map<String, Step> scripted = new HashMap<>();

    /** Return the transition of a name. */
    static Transition named(String name) {
        return new AdmissionReconcile(Optional.of(name));
    }

    /** Return whether the step of this name left its trace. */
    static boolean done(ReadTransaction tx, String name) {
        return tx.incidents().open("done", name).isPresent();
    }

    /** Have a name mean a step of the test's own. */
    void script(String name, Step step) {
        scripted.put(name, step);
    }

    @Override
    public Step of(Transition transition) {
        String name = transition instanceof AdmissionReconcile(Optional<String> reason)
                ? reason.orElse("unnamed")
                : transition.kind();
        return scripted.getOrDefault(name, new Trace(name, true));
    }

    /** A step that leaves its trace, once; refused when it is there already. */
    record Trace(String name, boolean movesRevision) implements Step {

        @Override
        public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
            return done(tx, name)
                    ? Optional.of(Refusal.of("already-done", name + " is done already"))
                    : Optional.empty();
        }

        @Override
        public Effect apply(WriteTransaction tx, Facts facts) {
            if (!tx.incidents().open("done", name, "info", "by " + facts.actor(), facts.now())) {
                throw new IllegalStateException("done twice: " + name);
            }
            return new Effect(
                    Map.of("changed", true, "name", name),
                    movesRevision,
                    List.of(NewEvent.of("traced", "controller", name)));
        }
    }
}
