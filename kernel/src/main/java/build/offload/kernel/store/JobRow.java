package build.offload.kernel.store;

import build.offload.spi.frontend.OperatorCall.BuildRequest;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.InfraFailure;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import build.offload.spi.model.MirrorId;
import build.offload.spi.model.ProcessIdentity;
import build.offload.spi.model.PublicationPhase;
import build.offload.spi.model.TreeId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** A job as the ledger keeps it. */
public record JobRow(Submitted submitted, Progress progress) {

    /**
     * What never changes.
     *
     * @param fingerprint digest of everything the submitter chose, by which another job under the same key is told apart
     * @param controllerId the controller that took the job, starts its attempts and publishes it
     */
    public record Submitted(
            JobId id,
            String key,
            MirrorId mirror,
            String checkout,
            String folder,
            BuildRequest build,
            String fingerprint,
            TreeId snapshot,
            List<String> emptyFolders,
            String generation,
            ProcessIdentity owner,
            boolean detached,
            Instant at,
            String controllerId,
            long controllerEpoch) {

        /** Return the name of the checkout's folder, by which people know it. */
        public String repo() {
            return checkout.substring(checkout.lastIndexOf('/') + 1);
        }
    }

    /**
     * How far it has come.
     *
     * @param attempt number of the latest attempt; 0 before the first
     * @param queueSeq the place it was first queued at; orders the publications of one checkout
     * @param cancelCode why it is being cancelled; absent while nobody wants that
     * @param ending why and when it ended; absent while it goes on
     */
    public record Progress(
            JobStage stage,
            int attempt,
            long queueSeq,
            OptionalInt rc,
            PublicationPhase publication,
            Optional<String> cancelCode,
            Optional<Ending> ending) {

        /** Return the progress of a job that was just queued at the given place. */
        public static Progress queued(long queueSeq) {
            return waiting(0, queueSeq);
        }

        private static Progress waiting(int attempt, long queueSeq) {
            return new Progress(
                    JobStage.WAITING,
                    attempt,
                    queueSeq,
                    OptionalInt.empty(),
                    PublicationPhase.NONE,
                    Optional.empty(),
                    Optional.empty());
        }

        /** Return this progress back in the queue, with nothing left of the attempt but its number. */
        public Progress requeued() {
            return waiting(attempt, queueSeq);
        }

        /** Return this progress in the next attempt, which starts from nothing. */
        public Progress placed() {
            return waiting(attempt + 1, queueSeq).at(JobStage.PREPARING);
        }

        /** Return this progress before the publication that was blocked. */
        public Progress republished() {
            return new Progress(
                    JobStage.PUBLISHING,
                    attempt,
                    queueSeq,
                    rc,
                    PublicationPhase.STAGED,
                    Optional.empty(),
                    Optional.empty());
        }

        /** Return this progress at another stage. */
        public Progress at(JobStage next) {
            return new Progress(next, attempt, queueSeq, rc, publication, cancelCode, ending);
        }

        /** Return this progress with an exit code. */
        public Progress exited(int code) {
            return new Progress(stage, attempt, queueSeq, OptionalInt.of(code), publication, cancelCode, ending);
        }

        /** Return this progress with another publication phase. */
        public Progress published(PublicationPhase phase) {
            return new Progress(stage, attempt, queueSeq, rc, phase, cancelCode, ending);
        }

        /** Return this progress with a wish to cancel. */
        public Progress cancelling(String code) {
            return new Progress(stage, attempt, queueSeq, rc, publication, Optional.of(code), ending);
        }

        /** Return this progress at its end. */
        public Progress ended(JobStage end, Ending why) {
            return new Progress(end, attempt, queueSeq, rc, publication, cancelCode, Optional.of(why));
        }
    }

    /**
     * Why and when a job ended.
     *
     * @param infraFailure the typed failure, when it was not the build's own
     */
    public record Ending(String code, String message, Optional<InfraFailure> infraFailure, Instant at) {

        /** Return an ending that infrastructure is not to blame for. */
        public static Ending of(String code, String message, Instant at) {
            return new Ending(code, message, Optional.empty(), at);
        }
    }

    /** Return the job's id. */
    public JobId id() {
        return submitted.id();
    }

    /** Return the id of the latest attempt; only for a job that has had one. */
    public AttemptId attemptId() {
        return new AttemptId(id(), progress.attempt());
    }

    /** Return this job with other progress. */
    public JobRow with(Progress next) {
        return new JobRow(submitted, next);
    }
}
