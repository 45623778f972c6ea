package build.offload.kernel.dispatch;

import build.offload.kernel.event.NewEvent;
import build.offload.kernel.store.LeaseRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.LeaseExpired;
import build.offload.kernel.transition.Step;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.model.HostName;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes down that the time of a fallback lease is up, which is true by the clock alone. What still runs under it goes on and
 * is one open incident, until it has ended or an operator recalled the lease.
 */
public record LeaseExpiredStep(LeaseExpired seen) implements Step {

    /** The kind of the incident that is open while the laptop builds under a lease that has expired. */
    static final String STALE = "spill-stale";

    /** Return whether there is something to write down about a laptop's lease. */
    static boolean due(ReadTransaction tx, HostName laptop, Instant now) {
        Optional<LeaseRow> lease = tx.leases().of(laptop);
        return lease.filter(last -> past(last, now)).isPresent()
                || lease.filter(last -> last.state() == LeaseRow.State.EXPIRED && ended(tx, laptop))
                        .isPresent();
    }

    private static boolean past(LeaseRow lease, Instant now) {
        return lease.state() == LeaseRow.State.GRANTED && !now.isBefore(lease.expiresAt());
    }

    private static boolean ended(ReadTransaction tx, HostName laptop) {
        return tx.incidents().open(STALE, laptop.value()).isPresent()
                && tx.jobs().activeAttempts(laptop).isEmpty();
    }

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        return due(tx, seen.laptop(), facts.now())
                ? Optional.empty()
                : Optional.of(Refusal.of("no-lease-to-expire", "no lease of '" + seen.laptop() + "' is past its time"));
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        LeaseRow lease = tx.leases().of(seen.laptop()).orElseThrow();
        return past(lease, facts.now()) ? expire(tx, facts, lease) : end(tx, facts);
    }

    private Effect expire(WriteTransaction tx, Facts facts, LeaseRow lease) {
        tx.leases().set(lease.with(LeaseRow.State.EXPIRED), facts.controllerId(), facts.controllerEpoch());
        List<String> running = running(tx, seen.laptop());
        if (!running.isEmpty()) {
            tx.incidents()
                    .open(
                            STALE,
                            seen.laptop().value(),
                            "act",
                            "the fallback lease of '" + seen.laptop() + "' has expired, and it still builds "
                                    + String.join(", ", running)
                                    + "; that ends by itself, 'offload cancel' ends it now, 'offload recall' lets no other follow",
                            facts.now());
        }
        NewEvent event = NewEvent.of("lease-expired", "lease", running.isEmpty() ? "idle" : STALE)
                .host(seen.laptop().value())
                .data(Map.of("running", running));
        return new Effect(Map.of("changed", true), true, List.of(event));
    }

    private Effect end(WriteTransaction tx, Facts facts) {
        tx.incidents().close(STALE, seen.laptop().value(), facts.now());
        return new Effect(
                Map.of("changed", true),
                false,
                List.of(NewEvent.of("spill-ended", "lease", "idle")
                        .host(seen.laptop().value())));
    }

    /** Return the attempts that hold a laptop. */
    static List<String> running(ReadTransaction tx, HostName laptop) {
        return tx.jobs().activeAttempts(laptop).stream()
                .map(attempt -> attempt.id().toString())
                .toList();
    }
}
