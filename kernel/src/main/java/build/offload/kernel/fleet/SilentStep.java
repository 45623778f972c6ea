package build.offload.kernel.fleet;

import build.offload.kernel.event.NewEvent;
import build.offload.kernel.store.HostRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.kernel.transition.Transition.HostSilent;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.model.HostState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Takes in that a host did not answer; past the bound it is degraded. */
public record SilentStep(HostSilent seen, Duration bound) implements Step {

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        return KnownHost.required(tx, seen.host()).or(() -> nothingNew(KnownHost.row(tx, seen.host()), facts));
    }

    /** That a silent host is still silent changes nothing, and would fill the event table. */
    private Optional<Refusal> nothingNew(HostRow host, Facts facts) {
        return host.silentSince().isPresent() && !degrades(host, facts)
                ? Optional.of(Refusal.of("known-silent", "'" + seen.host() + "' is known to be silent"))
                : Optional.empty();
    }

    private boolean degrades(HostRow host, Facts facts) {
        Instant since = host.silentSince().orElse(facts.now());
        boolean pastBound = Duration.between(since, facts.now()).compareTo(bound) >= 0;
        return pastBound && host.state() != HostState.DEGRADED;
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        HostRow host = KnownHost.row(tx, seen.host());
        boolean degrades = degrades(host, facts);
        tx.fleet().silent(seen.host(), facts.now());
        if (degrades) {
            HostState state =
                    HostLife.next(host.state(), tx.fleet().control(seen.host()).mode(), HostLife.Cause.UNFIT);
            tx.fleet().setState(seen.host(), state, Optional.of(seen.reason()));
        }
        NewEvent event = NewEvent.of("host-silent", "host", degrades ? "degraded" : "silent")
                .host(seen.host().value())
                .data(Map.of("message", seen.reason()));
        return new Effect(Map.of("changed", degrades), degrades, List.of(event));
    }
}
