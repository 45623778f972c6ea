package build.offload.kernel.simulation;

import build.offload.kernel.dispatch.DispatchPolicy;
import build.offload.kernel.event.NewEvent;
import build.offload.kernel.job.SweptStep;
import build.offload.kernel.rig.ScriptedHost;
import build.offload.kernel.simulation.AlteredStep.Alteration;
import build.offload.kernel.simulation.CarelessPlaceStep.About;
import build.offload.kernel.snapshot.InMemoryCapturing;
import build.offload.kernel.store.AttemptRow;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.LeaseRow;
import build.offload.kernel.store.QueuePlace;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.ReservationRow;
import build.offload.kernel.store.TicketRow;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.EditHost;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.SpillJob;
import build.offload.kernel.transition.Step;
import build.offload.kernel.transition.Steps;
import build.offload.kernel.transition.Transition;
import build.offload.kernel.transition.Transition.AttemptPrepared;
import build.offload.kernel.transition.Transition.AttemptStarted;
import build.offload.kernel.transition.Transition.AttemptStep;
import build.offload.kernel.transition.Transition.AttemptSwept;
import build.offload.kernel.transition.Transition.BoxDrain;
import build.offload.kernel.transition.Transition.CancelJob;
import build.offload.kernel.transition.Transition.PlaceTickets;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.model.HostName;
import build.offload.spi.model.JobStage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Mistakes that the product could have, each with the rule by which it is found out. */
enum Flaw {
    PLACES_BEYOND_SLOTS(Rule.SLOTS, () -> careless(About.SLOTS)),
    PLACES_ON_DRAINING_HOSTS(Rule.DRAINED, () -> careless(About.DRAINS)),
    PLACES_THE_NEWEST_FIRST(Rule.FIFO, () -> careless(About.ORDER)),
    PLACES_WHAT_RUNS_ALREADY(Rule.ONE_LIVE_ATTEMPT, () -> careless(About.ATTEMPTS)),
    SPILLS_WITHOUT_A_LEASE(Rule.SPILL, () -> careless(About.LEASES)),
    SPILLS_FROM_AN_IDLE_FLEET(Rule.SPILL, Flaw::spilling),
    SPILLS_WITHOUT_COUNTING(Rule.SPILL, () -> altered(SpillJob.class, Flaw::uncounted)),
    EDITS_A_HOST_BELOW_WHAT_IT_HOLDS(Rule.SLOTS, () -> altered(EditHost.class, new TakingEdits())),
    SWEEPS_AWAY_WHAT_NOBODY_DECIDED(Rule.KEPT, () -> altered(AttemptSwept.class, Flaw::forgetting)),
    PLACES_WHERE_A_TOOL_IS_MISSING(Rule.ELIGIBLE, () -> careless(About.NEEDS)),
    DRAINS_WITHOUT_A_REVISION(Rule.REVISION, () -> altered(BoxDrain.class, Flaw::withoutRevision)),
    MOVES_THE_REVISION_FOR_A_PHASE(Rule.REVISION, () -> altered(AttemptPrepared.class, Flaw::withRevision)),
    LEAVES_NO_EVENT(Rule.EVENTS, () -> altered(AttemptStarted.class, Flaw::silently)),
    LEAVES_THE_TICKET_OF_WHAT_IS_CANCELLED(Rule.LEDGER, () -> altered(CancelJob.class, Flaw::withTicket)),
    TAKES_WHAT_COMES_LATE(Rule.FENCED, () -> altered(AttemptStep.class, new TakingAll())),
    FAILS_BY_A_MISTAKE(Rule.NO_MISTAKE, () -> altered(AttemptStarted.class, Flaw::throwing)),
    KEEPS_THE_SLOT_OF_WHAT_IS_SWEPT(Rule.ENDS, () -> altered(AttemptSwept.class, Flaw::reservingAgain)),
    GIVES_TWO_ATTEMPTS_WHAT_A_HOST_KEEPS(Rule.ONE_HOLDER, () -> altered(PlaceTickets.class, Flaw::taking)),
    PROMOTES_WITHOUT_COMPARING(
            Rule.COMPARED, () -> new Plant(UnaryOperator.identity(), InMemoryCapturing.seeingNoChange(), _ -> {})),
    STARTS_AGAIN_INSTEAD_OF_ATTACHING(
            Rule.STARTED_ONCE,
            () -> new Plant(UnaryOperator.identity(), new InMemoryCapturing(), ScriptedHost::startsAgain));

    private final Rule rule;
    private final Supplier<Plant> plant;

    Flaw(Rule rule, Supplier<Plant> plant) {
        this.rule = rule;
        this.plant = plant;
    }

    /** Return the rule it breaks. */
    Rule rule() {
        return rule;
    }

    /** Return it, ready to be put into a simulation. */
    Plant plant() {
        return plant.get();
    }

    private static Plant careless(About about) {
        return Plant.rules(real -> transition -> transition instanceof PlaceTickets
                ? new CarelessPlaceStep(about, real.of(transition))
                : real.of(transition));
    }

    private static Plant spilling() {
        return Plant.rules(real -> transition -> transition instanceof PlaceTickets
                ? new CarelessSpillStep(DispatchPolicy.standard(), real.of(transition))
                : real.of(transition));
    }

    private static Plant altered(Class<? extends Transition> kind, Alteration alteration) {
        return Plant.rules(real -> (Steps) transition ->
                kind.isInstance(transition) ? new AlteredStep(real.of(transition), alteration) : real.of(transition));
    }

    private static Effect withoutRevision(Step step, WriteTransaction tx, Facts facts) {
        Effect effect = step.apply(tx, facts);
        return new Effect(effect.result(), false, effect.events());
    }

    private static Effect withRevision(Step step, WriteTransaction tx, Facts facts) {
        Effect effect = step.apply(tx, facts);
        return new Effect(effect.result(), true, effect.events());
    }

    private static Effect silently(Step step, WriteTransaction tx, Facts facts) {
        step.apply(tx, facts);
        return new Effect(Map.of("changed", false), false, List.of());
    }

    private static Effect throwing(Step step, WriteTransaction tx, Facts facts) {
        throw new IllegalStateException("planted");
    }

    private static Effect uncounted(Step step, WriteTransaction tx, Facts facts) {
        Effect effect = step.apply(tx, facts);
        for (LeaseRow lease : tx.leases().all()) {
            LeaseRow more = new LeaseRow(
                    lease.host(),
                    lease.state(),
                    lease.reason(),
                    lease.grantedAt(),
                    lease.expiresAt(),
                    lease.jobsLeft() + 1);
            tx.leases().set(more, facts.controllerId(), facts.controllerEpoch());
        }
        return effect;
    }

    private static Effect forgetting(Step step, WriteTransaction tx, Facts facts) {
        Effect effect = step.apply(tx, facts);
        tx.jobs().newest(100).stream()
                .filter(job -> job.progress().stage() == JobStage.BLOCKED)
                .forEach(job -> tx.retention().forget(job.id()));
        return effect;
    }

    private static Effect taking(Step step, WriteTransaction tx, Facts facts) {
        Effect effect = step.apply(tx, facts);
        for (AttemptRow attempt : tx.jobs().activeAttempts()) {
            JobRow job = tx.jobs().job(attempt.id().job()).orElseThrow();
            if (!job.submitted().build().keep().isEmpty()) {
                tx.workspaces()
                        .hold(
                                attempt.host(),
                                job.submitted().mirror(),
                                job.submitted().checkout(),
                                attempt.id(),
                                facts.now());
            }
        }
        return effect;
    }

    private static Effect withTicket(Step step, WriteTransaction tx, Facts facts) {
        List<TicketRow> before = tx.queue().tickets();
        Effect effect = step.apply(tx, facts);
        before.stream()
                .filter(ticket -> tx.queue().ticket(ticket.job()).isEmpty())
                .forEach(ticket -> tx.queue().insert(ticket, facts.controllerEpoch()));
        return effect;
    }

    private static Effect reservingAgain(Step step, WriteTransaction tx, Facts facts) {
        Effect effect = step.apply(tx, facts);
        if (step instanceof SweptStep(AttemptSwept swept)) {
            tx.jobs()
                    .attempt(swept.attempt())
                    .filter(attempt -> hasRoom(tx, attempt.host()))
                    .ifPresent(attempt -> tx.queue()
                            .reserve(
                                    new ReservationRow(attempt.id(), attempt.host(), new QueuePlace(0, facts.now(), 0)),
                                    facts.now(),
                                    facts.controllerId(),
                                    facts.controllerEpoch()));
        }
        return effect;
    }

    private static boolean hasRoom(WriteTransaction tx, HostName name) {
        return tx.fleet()
                .host(name)
                .filter(host -> tx.queue().slotsTaken(name) < host.slots())
                .isPresent();
    }

    /** Takes every edit of a host, and gives it the slots that were asked for. */
    private record TakingEdits() implements Alteration {
        @Override
        public Optional<Refusal> guard(Step step, ReadTransaction tx, Facts facts) {
            return Optional.empty();
        }

        @Override
        public Effect apply(Step step, WriteTransaction tx, Facts facts) {
            return step.apply(tx, facts);
        }
    }

    /** Takes every step of an attempt, whether or not it comes too late. */
    private record TakingAll() implements Alteration {
        @Override
        public Optional<Refusal> guard(Step step, ReadTransaction tx, Facts facts) {
            return Optional.empty();
        }

        @Override
        public Effect apply(Step step, WriteTransaction tx, Facts facts) {
            return step.guard(tx, facts).isEmpty()
                    ? step.apply(tx, facts)
                    : new Effect(Map.of("changed", true), false, List.of(NewEvent.of("late", "job", "planted")));
        }
    }
}
