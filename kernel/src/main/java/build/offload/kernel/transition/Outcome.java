package build.offload.kernel.transition;

import build.offload.spi.frontend.Controller.Refusal;
import java.time.Duration;
import java.util.Map;

/** What came of a request. */
public sealed interface Outcome {

    /**
     * It is committed.
     *
     * @param body the answer as stored, {@code {"revision":…,"result":…}}
     * @param revision the revision after the commit
     * @param replayed whether this is the answer to an earlier request with the same key
     */
    record Committed(byte[] body, long revision, boolean replayed) implements Outcome {

        /** Return the answer's result, as its JSON reads. */
        public Map<String, Object> result() {
            return Answers.result(body);
        }
    }

    /** The revision it rests on is not the present one; nothing has happened. */
    record Stale(long currentRevision) implements Outcome {}

    /** It cannot be; nothing has happened. */
    record Refused(Refusal refusal) implements Outcome {}

    /** The audit intent could not be written; nothing has happened. */
    record AuditUnavailable(String reason) implements Outcome {}

    /** It was not taken up, or could not be committed for now; nothing has happened. */
    record Busy(Duration retryAfter) implements Outcome {}

    /** The commit's acknowledgement was lost; the same key settles it. */
    record OutcomeUnknown() implements Outcome {}
}
