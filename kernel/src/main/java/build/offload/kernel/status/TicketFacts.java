package build.offload.kernel.status;

import build.offload.kernel.dispatch.Needs;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.TicketRow;
import build.offload.spi.frontend.ControllerStatus.Owner;
import build.offload.spi.model.MirrorId;
import build.offload.spi.model.ProcessIdentity;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** A waiting job as one read found it: its ticket, and what of the job never changes. */
record TicketFacts(
        TicketRow ticket,
        String key,
        String repo,
        ProcessIdentity owner,
        boolean detached,
        Needs needs,
        MirrorId checkout) {

    static TicketFacts of(TicketRow ticket, JobRow job) {
        JobRow.Submitted submitted = job.submitted();
        return new TicketFacts(
                ticket,
                submitted.key(),
                submitted.repo(),
                submitted.owner(),
                submitted.detached(),
                Needs.of(submitted.build()),
                submitted.mirror());
    }

    /** Return the same job under the ticket it has now. */
    TicketFacts with(TicketRow present) {
        return new TicketFacts(present, key, repo, owner, detached, needs, checkout);
    }

    /** Return how long the job has waited; a clock that was set back does not make that negative. */
    Duration age(Instant now) {
        Duration age = Duration.between(ticket.enqueuedAt(), now);
        return age.isNegative() ? Duration.ZERO : age;
    }

    /** Return the process that waits for the job: a detached one is its controller's own. */
    Owner shownOwner(Map<String, ProcessIdentity> controllers) {
        Optional<ProcessIdentity> controller = Optional.ofNullable(controllers.get(ticket.controllerId()))
                .filter(process -> Detachment.holds(detached, owner, process));
        return controller
                .map(process -> new Owner(process.pid(), process.startTicks(), Optional.of("controller")))
                .orElseGet(() -> new Owner(owner.pid(), owner.startTicks(), Optional.empty()));
    }
}
