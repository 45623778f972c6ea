package build.offload.kernel.dispatch;

import build.offload.kernel.event.NewEvent;
import build.offload.kernel.store.LeaseRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.kernel.transition.Transition.RecallSpill;
import build.offload.spi.frontend.Controller.Refusal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code recall-spill}: the laptop takes no further job under a lease, also under one that would be granted in its place before
 * its time is up. What it builds already goes on to its end.
 */
public record RecallSpillStep(RecallSpill verb) implements Step {

    private static final String EVENT = "spill-recalled";

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        return verb.host()
                .filter(host -> tx.fleet().host(host).isEmpty())
                .map(host -> Refusal.of("unknown-host", "there is no host '" + host + "'"));
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        List<LeaseRow> recalled = tx.leases().all().stream()
                .filter(lease -> lease.state() != LeaseRow.State.RECALLED)
                .filter(lease -> verb.host().map(lease.host()::equals).orElse(true))
                .toList();
        List<String> running = new ArrayList<>();
        List<NewEvent> events = new ArrayList<>();
        for (LeaseRow lease : recalled) {
            tx.leases().set(lease.with(LeaseRow.State.RECALLED), facts.controllerId(), facts.controllerEpoch());
            tx.incidents().close(LeaseExpiredStep.STALE, lease.host().value(), facts.now());
            List<String> there = LeaseExpiredStep.running(tx, lease.host());
            running.addAll(there);
            events.add(NewEvent.of(EVENT, "lease", lease.expired(facts.now()) ? "expired" : "active")
                    .host(lease.host().value())
                    .data(Map.of("running", there)));
        }
        if (recalled.isEmpty()) {
            events.add(NewEvent.of(EVENT, "lease", "none-granted"));
        }
        return new Effect(result(recalled, running), true, events);
    }

    private static Map<String, Object> result(List<LeaseRow> recalled, List<String> running) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("changed", !recalled.isEmpty());
        if (!recalled.isEmpty()) {
            result.put(
                    "hosts",
                    recalled.stream().map(lease -> lease.host().value()).toList());
            result.put("running", running);
        }
        result.put("pending", running.isEmpty() ? List.of() : List.of("spill"));
        return result;
    }
}
