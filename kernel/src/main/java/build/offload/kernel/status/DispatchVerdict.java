package build.offload.kernel.status;

import build.offload.kernel.dispatch.Candidate;
import build.offload.kernel.dispatch.Candidate.Blocker;
import build.offload.spi.frontend.ControllerStatus.Dispatch;
import build.offload.spi.frontend.ControllerStatus.DispatchState;
import build.offload.spi.frontend.ControllerStatus.Wedge;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether jobs get out.
 *
 * @param wedge why nothing moves though it could; present exactly while the state is wedged
 */
record DispatchVerdict(Dispatch dispatch, Optional<Wedge> wedge) {

    static DispatchVerdict of(ClusterReading reading, Targets targets) {
        Optional<Blocker> paused = Admittance.paused(reading);
        if (paused.isPresent()) {
            return new DispatchVerdict(
                    new Dispatch(DispatchState.PAUSED, paused.map(Blocker::code), Optional.empty()), Optional.empty());
        }
        return wedge(reading, reading.settings().policy().wedgeAfter(), targets)
                .map(DispatchVerdict::wedged)
                .orElseGet(DispatchVerdict::healthy);
    }

    private static DispatchVerdict healthy() {
        return new DispatchVerdict(
                new Dispatch(DispatchState.HEALTHY, Optional.empty(), Optional.empty()), Optional.empty());
    }

    private static DispatchVerdict wedged(Wedge wedge) {
        Dispatch dispatch = new Dispatch(DispatchState.WEDGED, Optional.of(wedge.detail()), Optional.of(wedge.host()));
        return new DispatchVerdict(dispatch, Optional.of(wedge));
    }

    private static Optional<Wedge> wedge(ClusterReading reading, Duration wedgeAfter, Targets targets) {
        Optional<TicketFacts> placeable = reading.tickets().stream()
                .filter(ticket -> targets.of(ticket).isPresent())
                .findFirst();
        return placeable.flatMap(ticket -> targets.of(ticket)
                .map(host -> new Stall(ticket, host, since(reading, ticket, host)))
                .filter(stall -> !stall.since().plus(wedgeAfter).isAfter(reading.at()))
                .map(Stall::wedge));
    }

    /**
     * Since when the job could have been placed there and nothing was dispatched. A slot that a job has just left, and a host
     * that was just given back, are not held against the next pass.
     */
    private static Instant since(ClusterReading reading, TicketFacts ticket, Candidate host) {
        Stream<Instant> left = reading.finished().stream()
                .filter(run -> run.host().equals(host.name().value()))
                .flatMap(run -> run.finishedAt().stream());
        Stream<Instant> restored = reading.hosts().stream()
                .filter(facts -> facts.row().name().equals(host.name()))
                .flatMap(facts -> facts.control().updatedAt().stream());
        return Stream.of(
                        left,
                        restored,
                        Stream.of(
                                ticket.ticket().enqueuedAt(),
                                reading.condition().dispatchedAt()))
                .flatMap(moments -> moments)
                .max(Instant::compareTo)
                .orElseThrow();
    }

    private record Stall(TicketFacts ticket, Candidate host, Instant since) {

        Wedge wedge() {
            return new Wedge(
                    host.name().value(),
                    "job " + ticket.ticket().job() + " fits " + host.name() + ", yet nothing was dispatched since "
                            + since + "; admission-reconcile runs dispatch again");
        }
    }
}
