package build.offload.spi.frontend;

import build.offload.spi.executor.HostKey;
import build.offload.spi.executor.OutputSink.Stream;
import build.offload.spi.frontend.AccessGuard.Caller;
import build.offload.spi.model.HostAddress;
import build.offload.spi.model.JobId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The controller as a frontend sees it: reads that change nothing, and wishes that all go through one transition pipeline.
 * Every method may block for as long as the store takes and is called from virtual threads.
 */
public interface Controller {

    /** Return the complete snapshot, from one consistent read. */
    StatusPage status();

    /** Return the metric series of this moment, by the same read as the status. */
    List<Metric> metrics();

    /** Ask for one of the verbs under {@code /transition}. */
    Answer transition(Caller caller, VerbCall call);

    /** Ask for any other change. */
    Answer perform(Caller caller, OperatorCall call);

    /**
     * Answer a question.
     *
     * @throws StoreUnavailableException when the store cannot be read
     * @throws NotFoundException when what it asks about does not exist
     */
    <R> R query(Query<R> query);

    /** Return the keys offered at an address, so that a person can compare fingerprints before enrolling. */
    List<HostKey> offeredKeys(String executor, HostAddress address);

    /**
     * Hand on a job's output and progress from the given offsets, as it comes, until the job is finished, the observer
     * fails or {@code budget} has passed. Returning means nothing about the job; ask again with the new offsets.
     */
    void watch(JobId job, long stdoutOffset, long stderrOffset, Duration budget, JobObserver observer);

    /** The status and the tag under which a client may have it cached. */
    record StatusPage(ControllerStatus status, String entityTag) {}

    /** Takes what {@link #watch} hands on; one thread calls. */
    interface JobObserver {
        /** The job's view changed, or this is the first look. */
        void view(JobView view);

        /** Output at an offset of one of the two streams. */
        void output(Stream stream, long offset, byte[] bytes);
    }

    /** One sample of a metric; {@code labels} as name, value, name, value. */
    record Metric(String name, String help, Kind kind, List<String> labels, double value) {
        /** Whether a metric only grows. */
        public enum Kind {
            COUNTER,
            GAUGE
        }
    }

    /** Thrown when the store cannot be read. */
    final class StoreUnavailableException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        /** Create an exception over what the store said. */
        public StoreUnavailableException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** Thrown when a query names something that does not exist. */
    final class NotFoundException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final String code;

        /** Create an exception with a code such as {@code unknown-job}. */
        public NotFoundException(String code, String message) {
            super(message);
            this.code = code;
        }

        /** Return the code. */
        public String code() {
            return code;
        }
    }

    /** A verb as it came over the wire; its arguments are not yet read. */
    record VerbCall(String verb, long expectedRevision, String idempotencyKey, Map<String, String> args) {
        public VerbCall {
            args = Map.copyOf(args);
        }
    }

    /** What came of a wish. */
    sealed interface Answer {
        /** It is committed. The body is stored, and given byte for byte to whoever comes with the same key. */
        record Committed(byte[] body, boolean replayed) implements Answer {}

        /** The caller's revision is not the present one. */
        record Stale(long currentRevision) implements Answer {}

        /** It cannot be; nothing has changed. */
        record Refused(Refusal refusal) implements Answer {}

        /** The audit intent could not be written; nothing has happened. */
        record AuditUnavailable(String reason) implements Answer {}

        /** Too much waits; nothing has happened. */
        record Busy(Duration retryAfter) implements Answer {}

        /** The commit's acknowledgement was lost; the same key settles it. */
        record OutcomeUnknown() implements Answer {}
    }

    /**
     * Why a wish was refused.
     *
     * @param code stable and short, such as {@code unknown-host}
     * @param message what is wrong, why, and what to do next
     * @param details further fields of the answer, by name
     */
    record Refusal(String code, String message, Map<String, Object> details, Optional<String> field) {
        /** Create a refusal without further fields. */
        public static Refusal of(String code, String message) {
            return new Refusal(code, message, Map.of(), Optional.empty());
        }
    }
}
