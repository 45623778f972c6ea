package build.offload.kernel.simulation;

import build.offload.kernel.rig.Rig;
import build.offload.kernel.store.AttemptRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.transition.DispatchFreed;
import build.offload.kernel.transition.DispatchWedged;
import build.offload.kernel.transition.ForgetOld;
import build.offload.kernel.transition.Outcome;
import build.offload.kernel.transition.Transition;
import build.offload.kernel.transition.Transition.AttemptStep;
import build.offload.kernel.transition.Transition.AttemptSwept;
import build.offload.spi.frontend.EventView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Looks at the store before and after each transition, and compares what changed with what the transition may change. */
final class TransitionCheck {

    private static final int ALL = 10_000;

    private final Supplier<Rig> rig;
    private final Findings findings;
    private final SpillCheck spill;
    private final List<AttemptStep> taken = new ArrayList<>();
    private Optional<State> left = Optional.empty();

    TransitionCheck(Supplier<Rig> rig, Findings findings, SpillCheck spill) {
        this.rig = rig;
        this.findings = findings;
        this.spill = spill;
    }

    /** The store at a moment. */
    private record State(long seq, long revision) {
        static State read(ReadTransaction tx) {
            return new State(tx.events().lastSeq(), tx.cluster().revision());
        }
    }

    /** The store after a transition, and the events that came with it. */
    private record After(State state, List<EventView> events) {
        static After read(ReadTransaction tx, State before) {
            State state = State.read(tx);
            return new After(
                    state, state.seq() == before.seq() ? List.of() : tx.events().after(before.seq(), ALL));
        }
    }

    /** Whether an attempt's step comes when it may still say something. */
    private static boolean current(ReadTransaction tx, AttemptStep step) {
        return switch (step) {
            case AttemptSwept swept ->
                tx.jobs()
                        .attempt(swept.attempt())
                        .filter(row -> !row.active() && !row.swept())
                        .isPresent();
            case AttemptStep other ->
                tx.jobs().attempt(other.attempt()).filter(AttemptRow::active).isPresent()
                        && tx.jobs()
                                .progress(other.attempt().job())
                                .filter(job -> job.attempt() == other.attempt().number())
                                .isPresent();
        };
    }

    /** Forget how the store was left: a controller that starts writes there without any transition. */
    void controllerStarted() {
        left = Optional.empty();
    }

    /** Return the steps of attempts that were taken so far; who hears of one again must not take it again. */
    List<AttemptStep> taken() {
        return taken;
    }

    /** Ask for a transition and check what came of it. */
    Outcome around(Transition transition, Supplier<Outcome> asking) {
        State before = left.orElseGet(() -> rig.get().ledger().read(State::read));
        boolean current =
                !(transition instanceof AttemptStep step) || rig.get().ledger().read(tx -> current(tx, step));
        left = Optional.empty();
        Outcome outcome = asking.get();
        After after = rig.get().ledger().read(tx -> After.read(tx, before));
        left = Optional.of(after.state());
        findings.note(transition.kind() + " " + args(transition) + " → " + word(outcome));
        check(transition, outcome, before, after);
        if (transition instanceof AttemptStep step && outcome instanceof Outcome.Committed) {
            findings.require(current, Rule.FENCED, step.kind() + " of " + step.attempt() + " was taken");
            taken.add(step);
        }
        return outcome;
    }

    /** A checkout's folder is another in each run. */
    private static Map<String, Object> args(Transition transition) {
        Map<String, Object> args = new TreeMap<>(transition.auditArgs());
        args.remove("checkout");
        return args;
    }

    private static String word(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Committed committed -> "committed " + new TreeMap<>(committed.result());
            case Outcome.Refused refused -> "refused: " + refused.refusal().code();
            case Outcome.Stale _, Outcome.AuditUnavailable _, Outcome.Busy _, Outcome.OutcomeUnknown _ ->
                outcome.getClass().getSimpleName();
        };
    }

    private void check(Transition transition, Outcome outcome, State before, After after) {
        long moved = after.state().revision() - before.revision();
        switch (outcome) {
            case Outcome.Committed committed -> {
                checkRevision(
                        transition, moved, committed.revision() == after.state().revision());
                checkEvents(transition, committed, before, after);
            }
            case Outcome.Refused refused -> {
                boolean mistake = refused.refusal().code().equals("internal-error");
                findings.require(!mistake, Rule.NO_MISTAKE, transition.kind() + " failed by a mistake");
                checkNothing(transition, before, after);
            }
            case Outcome.Stale _, Outcome.AuditUnavailable _, Outcome.Busy _ -> checkNothing(transition, before, after);
            case Outcome.OutcomeUnknown _ ->
                findings.require(moved == 0 || moved == 1, Rule.REVISION, transition.kind() + " moved it by " + moved);
        }
    }

    private void checkRevision(Transition transition, long moved, boolean told) {
        boolean right = switch (transition) {
            case Transition.Verb _ -> moved == 1;
            case Transition.SubmitJob _, Transition.CancelJob _ -> moved == 0;
            case Transition.AttemptExited _ -> moved == 0 || moved == 1;
            case AttemptStep _, DispatchWedged _, DispatchFreed _ -> moved == 0;
            case Transition.Operation _, Transition.Observation _ -> moved == 0 || moved == 1;
        };
        findings.require(right && told, Rule.REVISION, transition.kind() + " moved it by " + moved);
    }

    /** A look that found nothing new, and a gathering of what is over that found none, are recorded without an event. */
    private void checkEvents(Transition transition, Outcome.Committed committed, State before, After after) {
        List<EventView> events = after.events();
        long last = after.state().seq();
        boolean quiet = (transition instanceof Transition.HostObserved || transition instanceof ForgetOld)
                && Boolean.FALSE.equals(committed.result().get("changed"));
        findings.require(quiet || !events.isEmpty(), Rule.EVENTS, transition.kind() + " left no event");
        findings.require(
                events.size() == last - before.seq(),
                Rule.EVENTS,
                "there are " + events.size() + " events between " + before.seq() + " and " + last);
        events.stream().filter(event -> event.type().equals("job-placed")).forEach(this::checkPlacement);
        boolean dated = events.stream()
                .allMatch(event -> event.revision() == after.state().revision());
        findings.require(dated, Rule.EVENTS, transition.kind() + " left events of another revision");
    }

    private void checkPlacement(EventView placement) {
        String what = placement.host() + " got " + placement.job() + " although ";
        rig.get()
                .ledger()
                .read(tx -> spill.wrong(tx, placement))
                .ifPresent(wrong -> findings.broken(Rule.SPILL, what + wrong));
        rig.get()
                .ledger()
                .read(tx -> PlacementCheck.wrong(tx, placement))
                .ifPresent(wrong -> findings.broken(Rule.ELIGIBLE, what + wrong));
    }

    private void checkNothing(Transition transition, State before, After after) {
        if (before.equals(after.state())) {
            return;
        }
        findings.require(before.revision() == after.state().revision(), Rule.REVISION, transition.kind() + " moved it");
        Optional<EventView> event = after.events().stream().findFirst();
        findings.require(event.isEmpty(), Rule.EVENTS, transition.kind() + " did nothing and left " + event);
    }
}
