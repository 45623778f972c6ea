package build.offload.kernel.status;

import build.offload.kernel.store.AttemptRow;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.JobRow.Ending;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.StagedFileRow;
import build.offload.kernel.store.TicketRow;
import build.offload.spi.frontend.JobView;
import build.offload.spi.frontend.JobView.Conflict;
import build.offload.spi.frontend.JobView.Moving;
import build.offload.spi.frontend.JobView.Times;
import build.offload.spi.frontend.JobView.Transfer;
import build.offload.spi.frontend.JobView.Why;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.HostRole;
import build.offload.spi.model.InfraFailure;
import build.offload.spi.model.ProcessIdentity;
import build.offload.spi.model.PublicationPhase;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;

/** Jobs as their submitters see them. */
final class JobViews {

    private final Function<AttemptId, Path> staging;
    private final Function<AttemptId, Optional<Moving>> moving;

    /** Create views; told where an attempt's outputs are kept, and how far what travels for it has come. */
    JobViews(Function<AttemptId, Path> staging, Function<AttemptId, Optional<Moving>> moving) {
        this.staging = staging;
        this.moving = moving;
    }

    JobView view(ReadTransaction tx, JobRow job) {
        Optional<AttemptRow> attempt =
                job.progress().attempt() == 0 ? Optional.empty() : tx.jobs().readable(job.attemptId());
        Optional<TicketRow> ticket = tx.queue().readable(job.id());
        PublicationPhase phase = job.progress().publication();
        return new JobView(
                job.id(),
                job.submitted().repo(),
                job.submitted().checkout(),
                job.submitted().build().commandClass(),
                job.progress().stage(),
                job.progress().attempt(),
                ticket.isPresent() ? Optional.empty() : attempt.map(AttemptRow::host),
                ticket.map(waiting -> OptionalInt.of(tx.queue().position(waiting)))
                        .orElse(OptionalInt.empty()),
                job.progress().rc(),
                why(job, ticket),
                job.progress().ending().flatMap(Ending::infraFailure).map(InfraFailure::code),
                detached(tx, job),
                ticket.isEmpty() && attempt.filter(there -> onLaptop(tx, there)).isPresent(),
                phase,
                attempt.map(AttemptRow::id)
                        .filter(_ -> keepsStaging(phase))
                        .map(id -> staging.apply(id).toString()),
                phase == PublicationPhase.PROMOTED ? promoted(tx, job) : List.of(),
                tx.jobs().conflicts(job.id()).stream()
                        .map(row -> new Conflict(row.path(), row.reason()))
                        .toList(),
                times(job, ticket.isPresent() ? Optional.empty() : attempt),
                transfer(ticket.isPresent() ? Optional.empty() : attempt));
    }

    /** What the hosts say against a waiting job is a question of its own; here is only what no host can mend. */
    private static Optional<Why> why(JobRow job, Optional<TicketRow> ticket) {
        return job.progress()
                .ending()
                .map(ending -> new Why(ending.code(), ending.message()))
                .or(() -> ticket.filter(waiting -> waiting.state() == TicketRow.State.BLOCKED)
                        .map(blocked -> new Why(
                                "capability-missing", blocked.detail().orElse("no enrolled host can take it"))));
    }

    private static boolean detached(ReadTransaction tx, JobRow job) {
        boolean submitted = job.submitted().detached();
        ProcessIdentity owner = job.submitted().owner();
        return tx.controllers()
                .find(job.submitted().controllerId())
                .map(controller -> Detachment.holds(submitted, owner, controller.process()))
                .orElse(submitted);
    }

    private static boolean onLaptop(ReadTransaction tx, AttemptRow attempt) {
        return tx.fleet()
                .host(attempt.host())
                .filter(host -> host.role() == HostRole.WORKSTATION)
                .isPresent();
    }

    static boolean keepsStaging(PublicationPhase phase) {
        return switch (phase) {
            case STAGED, BLOCKED -> true;
            case NONE, PROMOTED, DISCARDED -> false;
        };
    }

    private static List<String> promoted(ReadTransaction tx, JobRow job) {
        return tx.jobs().staged(job.attemptId()).stream()
                .map(StagedFileRow::path)
                .map(Object::toString)
                .toList();
    }

    private static Times times(JobRow job, Optional<AttemptRow> attempt) {
        Optional<AttemptRow.Times> times = attempt.map(AttemptRow::times);
        return new Times(
                job.submitted().at(),
                times.map(AttemptRow.Times::placed),
                times.flatMap(AttemptRow.Times::started),
                times.flatMap(AttemptRow.Times::exited),
                times.flatMap(AttemptRow.Times::collected),
                job.progress().ending().map(Ending::at));
    }

    private Transfer transfer(Optional<AttemptRow> attempt) {
        return attempt.map(row -> new Transfer(
                        row.transfer().sentBytes(),
                        row.transfer().pulledBytes(),
                        row.transfer().pullMillis(),
                        moving.apply(row.id())))
                .orElse(new Transfer(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty()));
    }
}
