package build.offload.kernel.fleet;

import build.offload.kernel.event.NewEvent;
import build.offload.kernel.store.CapabilityRow;
import build.offload.kernel.store.ControlRow;
import build.offload.kernel.store.HostRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.WriteTransaction;
import build.offload.kernel.transition.Effect;
import build.offload.kernel.transition.Facts;
import build.offload.kernel.transition.Step;
import build.offload.kernel.transition.Transition.HostObserved;
import build.offload.spi.frontend.Controller.Refusal;
import build.offload.spi.model.HostState;
import build.offload.spi.probe.CapabilityProbe.Finding;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Takes in what a host answered, and moves it on when that is a reason to. */
public record ObservedStep(HostObserved seen, Duration staleAfter) implements Step {

    /** The type of its event. */
    public static final String EVENT = "host-observed";

    /** The reason of a look that found nothing that dispatch would go by and that was not so before. */
    public static final String UNCHANGED = "unchanged";

    @Override
    public Optional<Refusal> guard(ReadTransaction tx, Facts facts) {
        return KnownHost.required(tx, seen.host());
    }

    @Override
    public Effect apply(WriteTransaction tx, Facts facts) {
        HostRow host = KnownHost.row(tx, seen.host());
        boolean news = silent(host, facts.now()) || otherAbilities(tx);
        tx.fleet().answered(seen.host(), seen.identity(), seen.load(), facts.now());
        seen.findings().forEach(finding -> tx.fleet().setCapability(seen.host(), finding, facts.now()));
        tx.fleet().forgetCapabilitiesBefore(seen.host(), facts.now());
        ControlRow control = tx.fleet().control(seen.host());
        if (control.version() != seen.controlVersion()) {
            return effect(host.state(), "outdated", false);
        }
        HostLife.Cause cause = seen.redGate().isPresent() ? HostLife.Cause.UNFIT : HostLife.Cause.GREEN;
        HostState state = HostLife.next(host.state(), control.mode(), cause);
        boolean enrolled = host.enrolling() && seen.redGate().isEmpty();
        if (enrolled) {
            tx.fleet().enrolled(seen.host());
        }
        boolean moved = state != host.state();
        if (moved || !host.reason().equals(seen.redGate())) {
            tx.fleet().setState(seen.host(), state, seen.redGate());
        }
        return effect(state, reason(moved, news || enrolled), moved || enrolled);
    }

    /** Whoever waits for a host need look again only when there is something about it that was not so before. */
    private static String reason(boolean moved, boolean news) {
        if (moved) {
            return "moved";
        }
        return news ? "renewed" : UNCHANGED;
    }

    private boolean silent(HostRow host, Instant now) {
        boolean fresh = host.observedAt()
                .filter(at -> !at.plus(staleAfter).isBefore(now))
                .isPresent();
        return host.silentSince().isPresent() || !fresh;
    }

    private boolean otherAbilities(WriteTransaction tx) {
        Set<Finding> before = tx.fleet().capabilities(seen.host()).stream()
                .map(CapabilityRow::finding)
                .collect(Collectors.toSet());
        return !before.equals(Set.copyOf(seen.findings()));
    }

    private Effect effect(HostState state, String reason, boolean movesRevision) {
        NewEvent event = NewEvent.of(EVENT, "host", reason)
                .host(seen.host().value())
                .data(Map.of("state", state, "redGate", seen.redGate().orElse("")));
        return new Effect(Map.of("changed", movesRevision, "state", state), movesRevision, List.of(event));
    }
}
