package build.offload.kernel.status;

import build.offload.kernel.dispatch.Candidate;
import build.offload.kernel.dispatch.FleetSnapshot;
import build.offload.kernel.dispatch.Needs;
import build.offload.kernel.store.TicketRow;
import build.offload.spi.model.MirrorId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Where waiting jobs would go. Jobs of one checkout that need the same are asked for once, and only as many different needs as keep the answer
 * quick, in the order of the queue; behind those nothing is said.
 */
final class Targets {

    /** A question looks at every host. */
    private static final int QUESTIONS = 32;

    private final FleetSnapshot fleet;
    private final boolean any;
    private final Map<Question, Optional<Candidate>> answers = new HashMap<>();

    /** What decides where a job goes. */
    private record Question(Needs needs, MirrorId checkout) {}

    /** Create the targets of a fleet; with {@code open} false there are none. */
    Targets(FleetSnapshot fleet, boolean open) {
        this.fleet = fleet;
        this.any = open && fleet.idleSlots() > 0;
    }

    /** Return the host that should take the job if it were the next. */
    Optional<Candidate> of(TicketFacts facts) {
        if (!any || facts.ticket().state() == TicketRow.State.BLOCKED) {
            return Optional.empty();
        }
        Question question = new Question(facts.needs(), facts.checkout());
        Optional<Candidate> known = answers.getOrDefault(question, Optional.empty());
        if (known.isPresent() || answers.size() >= QUESTIONS || answers.containsKey(question)) {
            return known;
        }
        Optional<Candidate> chosen = fleet.choose(question.needs(), question.checkout());
        answers.put(question, chosen);
        return chosen;
    }
}
