package build.offload.kernel.dispatch;

import build.offload.kernel.dispatch.Candidate.Blocker;
import build.offload.kernel.dispatch.Needs.Laptop;
import build.offload.kernel.dispatch.PlaceStep.Waiting;
import build.offload.kernel.event.NewEvent;
import build.offload.kernel.store.LeaseRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.TicketRow;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.SpillJob;
import build.offload.kernel.transition.Step;
import build.offload.spi.frontend.Controller.Refusal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The laptop takes a job itself. Everything that allows it is read again in the transaction that does it: that the fleet is
 * overloaded and the queue longer than the fleet, or that the submission overrides that, and that no builder could start it.
 */
public record SpillStep(SpillJob wish, DispatchPolicy policy) implements Step {

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        Optional<TicketRow> ticket = tx.queue()
                .ticket(wish.job())
                .filter(waiting -> waiting.controllerId().equals(facts.controllerId()));
        if (ticket.isEmpty()) {
            return Optional.of(Refusal.of("not-waiting", "no job of this controller waits under this id"));
        }
        if (!Admission.open(tx.cluster().desired())) {
            return Optional.of(
                    Refusal.of("admission-closed", "the cluster's desired mode closes admission everywhere"));
        }
        FleetSnapshot fleet = FleetSnapshot.read(tx, facts.now(), policy);
        Needs needs = needs(tx);
        return laptop(fleet, needs)
                .or(() -> builder(fleet, needs))
                .or(() -> unruled(tx, fleet, needs, ticket.get()))
                .or(() -> leased(tx, needs, facts.now()));
    }

    private Needs needs(ReadTransaction tx) {
        return Needs.of(tx.jobs().job(wish.job()).orElseThrow().submitted().build());
    }

    private Optional<Refusal> laptop(FleetSnapshot fleet, Needs needs) {
        Optional<Candidate> laptop = fleet.byName(wish.laptop()).filter(candidate -> !candidate.builder());
        Optional<Blocker> blocker = laptop.isPresent()
                ? fleet.keptFromLaptop(laptop.get(), needs)
                : Optional.of(new Blocker("no-workstation", "'" + wish.laptop() + "' is no workstation"));
        return blocker.map(found -> Refusal.of(found.code(), found.message()));
    }

    private Optional<Refusal> builder(FleetSnapshot fleet, Needs needs) {
        return fleet.anyFor(needs)
                .filter(_ -> policy.enabled())
                .map(free -> Refusal.of("builder-free", "'" + free.name() + "' can start it at once"));
    }

    private Optional<Refusal> unruled(ReadTransaction tx, FleetSnapshot fleet, Needs needs, TicketRow ticket) {
        boolean ruled = ticket.state() == TicketRow.State.WAITING
                && FallbackLease.rule(fleet, tx.queue().satisfiable(), policy);
        return ruled || needs.laptop() == Laptop.OVERRIDE
                ? Optional.empty()
                : Optional.of(Refusal.of("not-overloaded", "the fleet is not overloaded, or its queue is short"));
    }

    private Optional<Refusal> leased(ReadTransaction tx, Needs needs, Instant now) {
        return FallbackLease.permits(tx.leases().of(wish.laptop()), needs.laptop(), now)
                ? Optional.empty()
                : Optional.of(
                        Refusal.of("lease-used-up", "the fallback lease admits no further job before it expires"));
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        boolean override = needs(tx).laptop() == Laptop.OVERRIDE;
        String reason = override ? FallbackLease.OVERRIDE : FallbackLease.OVERLOADED;
        LeaseRow lease = FallbackLease.admitting(tx, wish.laptop(), reason, facts.now(), policy);
        boolean granted = tx.leases().of(wish.laptop()).filter(lease::equals).isEmpty();
        tx.leases().set(lease.used(), facts.controllerId(), facts.controllerEpoch());
        List<NewEvent> events = new ArrayList<>();
        if (granted) {
            events.add(NewEvent.of("lease-granted", "lease", reason)
                    .host(wish.laptop().value())
                    .data(Map.of("expiresAt", lease.expiresAt(), "jobs", lease.jobsLeft())));
        }
        Waiting waiting = Waiting.of(tx, tx.queue().ticket(wish.job()).orElseThrow());
        events.add(PlaceStep.place(tx, facts, waiting, wish.laptop(), override ? FallbackLease.OVERRIDE : "spilled"));
        return new Effect(Map.of("changed", true, "host", wish.laptop().value(), "granted", granted), granted, events);
    }
}
