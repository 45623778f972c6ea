package build.offload.kernel.status;

import build.offload.kernel.dispatch.Candidate;
import build.offload.kernel.store.TicketRow;
import build.offload.spi.frontend.ControllerStatus.QueueStatus;
import build.offload.spi.frontend.ControllerStatus.QueueTicket;
import build.offload.spi.frontend.ControllerStatus.Wedge;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The queue as the wire shows it. */
final class QueueProjection {

    private QueueProjection() {}

    static QueueStatus of(ClusterReading reading, double sloSeconds, Targets targets, Optional<Wedge> wedge) {
        List<QueueTicket> tickets = new ArrayList<>();
        reading.tickets().forEach(facts -> tickets.add(ticket(tickets.size() + 1, facts, reading, targets)));
        double[] ages = tickets.stream()
                .mapToDouble(QueueTicket::enqueueAgeSeconds)
                .sorted()
                .toArray();
        return new QueueStatus(
                tickets.size(),
                ranked(ages, 100),
                ranked(ages, 95),
                sloSeconds,
                tickets.stream()
                        .flatMap(ticket -> ticket.dispatchTarget().stream())
                        .findFirst(),
                LeaseProjection.spill(reading),
                List.copyOf(tickets),
                wedge);
    }

    private static QueueTicket ticket(int position, TicketFacts facts, ClusterReading reading, Targets targets) {
        return new QueueTicket(
                position,
                facts.key(),
                facts.repo(),
                facts.shownOwner(reading.controllers()),
                facts.age(reading.at()).toMillis() / 1000.0,
                word(facts.ticket().state()),
                targets.of(facts).map(Candidate::name).map(Object::toString));
    }

    private static String word(TicketRow.State state) {
        return switch (state) {
            case WAITING -> "waiting";
            case BLOCKED -> "blocked";
        };
    }

    /** Return the smallest value that so many per cent of the values do not exceed; 0 of none. */
    private static double ranked(double[] sorted, int percent) {
        int rank = (sorted.length * percent + 99) / 100;
        return sorted.length == 0 ? 0 : sorted[rank - 1];
    }
}
