package build.offload.kernel.status;

import build.offload.kernel.store.AttemptRow;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.JobRow.Ending;
import build.offload.spi.frontend.ControllerStatus.Publication;
import build.offload.spi.frontend.ControllerStatus.RemoteJob;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import build.offload.spi.model.PublicationPhase;
import java.time.Instant;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A job that has, or had, a host, as one read found it.
 *
 * @param queueSeq the place it was first queued at
 * @param finishedAt when it ended; absent while it goes on
 */
record RunFacts(JobId id, long queueSeq, Optional<Instant> finishedAt, RemoteJob remote) {

    /** The order in which jobs that go on are shown. */
    static final Comparator<RunFacts> BY_QUEUE = Comparator.comparingLong(RunFacts::queueSeq);

    /** The order in which finished jobs are shown: the newest first. */
    static final Comparator<RunFacts> BY_END = Comparator.comparing(
                    (RunFacts run) -> run.finishedAt().orElse(Instant.MAX))
            .reversed()
            .thenComparing(run -> run.id().value());

    static RunFacts of(JobRow job, AttemptRow attempt) {
        OptionalLong millis = attempt.transfer().pullMillis();
        RemoteJob remote = new RemoteJob(
                job.id().value(),
                job.submitted().repo(),
                job.submitted().snapshot().value(),
                word(job.progress().stage()),
                attempt.host().value(),
                job.progress().rc(),
                attempt.transfer().pulledBytes(),
                millis.isPresent() ? OptionalDouble.of(millis.getAsLong() / 1000.0) : OptionalDouble.empty(),
                publication(job.progress()));
        return new RunFacts(
                job.id(), job.progress().queueSeq(), job.progress().ending().map(Ending::at), remote);
    }

    static String word(JobStage stage) {
        return stage.name().toLowerCase(Locale.ROOT);
    }

    /** Before anything is staged nothing is known of a publication; at the end it is known that there was none. */
    private static Optional<Publication> publication(JobRow.Progress progress) {
        if (progress.publication() == PublicationPhase.NONE && !progress.stage().finished()) {
            return Optional.empty();
        }
        return Optional.of(new Publication(progress.publication(), reason(progress)));
    }

    private static Optional<String> reason(JobRow.Progress progress) {
        return switch (progress.publication()) {
            case BLOCKED, DISCARDED -> progress.ending().map(Ending::code);
            case NONE, STAGED, PROMOTED -> Optional.empty();
        };
    }

    String host() {
        return remote.host();
    }
}
