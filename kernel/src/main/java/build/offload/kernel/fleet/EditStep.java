package build.offload.kernel.fleet;

import build.offload.kernel.event.NewEvent;
import build.offload.kernel.store.HostRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.EditHost;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.spi.executor.HostTarget;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.model.HostName;
import build.offload.spi.model.HostState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Changes how a host is used or reached; what runs there goes on. One that is reached in another way shows itself again before
 * it takes the next job.
 */
public record EditStep(EditHost operation) implements Step {

    private static final String EVENT = "host-edited";

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        return KnownHost.builder(tx, operation.host())
                .or(() -> primaryTaken(tx))
                .or(() -> slotsTaken(tx))
                .or(() -> anotherMachine(tx));
    }

    private Optional<Refusal> primaryTaken(ReadTransaction tx) {
        return tx.fleet().hosts().stream()
                .filter(host -> operation.edit().primary().orElse(false) && host.primary())
                .filter(host -> !host.name().equals(operation.host()))
                .findFirst()
                .map(EnrolStep::primaryExists);
    }

    /** Never are more slots taken than a host has, and nothing that runs is ended for that. */
    private Optional<Refusal> slotsTaken(ReadTransaction tx) {
        int taken = tx.queue().slotsTaken(operation.host());
        return operation.edit().slots().orElse(taken) >= taken
                ? Optional.empty()
                : Optional.of(new Refusal(
                        "slots-taken",
                        "builds hold " + taken + " slots of '" + operation.host()
                                + "'; drain it, and give it fewer once they are free",
                        Map.of("slotsTaken", taken),
                        Optional.of("slots")));
    }

    private Optional<Refusal> anotherMachine(ReadTransaction tx) {
        String enrolled = KnownHost.row(tx, operation.host()).identity().machineId();
        return operation
                .reach()
                .filter(reach -> !reach.identity().machineId().equals(enrolled))
                .map(_ -> Refusal.of(
                        "another-machine",
                        "another machine answers there than the one enrolled as '" + operation.host()
                                + "'; enrol that one under a name of its own"));
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        HostRow before = KnownHost.row(tx, operation.host());
        HostRow after = edited(before);
        tx.fleet().edit(after);
        boolean otherWay = !after.target().equals(before.target());
        HostState state = otherWay ? rekeyed(tx, before) : before.state();
        boolean accepted = operation.edit().acceptDrift()
                && !tx.fleet().drifts(before.name()).isEmpty();
        boolean changed = accepted || !after.equals(before);
        List<NewEvent> events = new ArrayList<>();
        events.add(NewEvent.of(EVENT, "host", changed ? "operator" : "unchanged")
                .host(before.name().value())
                .data(Map.of("before", shown(before), "after", shown(after))));
        if (otherWay || accepted) {
            events.addAll(ToolDrift.over(tx, before.name(), accepted ? "accepted" : "proved-anew", facts.now()));
        }
        return new Effect(result(before.name(), changed, state), true, events);
    }

    private static HostState rekeyed(WriteTransaction tx, HostRow host) {
        HostState state =
                HostLife.next(host.state(), tx.fleet().control(host.name()).mode(), HostLife.Cause.REKEYED);
        tx.fleet().unproved(host.name());
        tx.fleet().setState(host.name(), state, Optional.of("is reached in another way; waits for a look"));
        return state;
    }

    private static Map<String, Object> result(HostName host, boolean changed, HostState state) {
        return Map.of(
                "changed",
                changed,
                "host",
                host.value(),
                "state",
                state,
                "pending",
                state == HostState.RESTORING ? RestoreStep.GATES : List.of());
    }

    private HostRow edited(HostRow host) {
        return new HostRow(
                operation.reach().map(EditHost.Reach::target).orElse(host.target()),
                host.role(),
                host.state(),
                host.reason(),
                host.executor(),
                host.identity(),
                operation.edit().slots().orElse(host.slots()),
                operation.edit().primary().orElse(host.primary()),
                host.enrolling(),
                host.load1(),
                host.cores(),
                host.observedAt(),
                host.silentSince(),
                host.labels().with(operation.edit().labels(), operation.edit().withoutLabels()));
    }

    private static Map<String, Object> shown(HostRow host) {
        HostTarget target = host.target();
        return Map.of(
                "slots", host.slots(),
                "primary", host.primary(),
                "labels", host.labels().values(),
                "address", target.address().map(Object::toString).orElse(""),
                "fingerprint", target.key().map(key -> key.fingerprint()).orElse(""),
                "identityFile", target.identityFile().orElse(""));
    }
}
