package build.offload.plugin.http;

import build.offload.plugin.http.Reply.Problem;
import build.offload.plugin.http.Reply.Whole;
import build.offload.spi.frontend.Controller.Answer;
import build.offload.spi.frontend.Controller.Refusal;
import java.util.Map;

/** The reply for each answer of the transition pipeline. */
final class Answers {

    private static final Map<String, String> REPLAYED = Map.of("Idempotency-Replayed", "true");

    private Answers() {}

    static Reply of(Answer answer) {
        return switch (answer) {
            case Answer.Committed committed -> committed(committed);
            case Answer.Stale(long currentRevision) -> stale(currentRevision);
            case Answer.Refused(Refusal refusal) -> Problems.invalid(refusal);
            case Answer.AuditUnavailable _ -> Problems.bare(403, "audit-write-failed");
            case Answer.Busy busy -> Problems.busy(busy.retryAfter());
            case Answer.OutcomeUnknown _ -> Problems.bare(503, "outcome-unknown");
        };
    }

    /** The same for a call whose address names a thing: that it does not exist is then 404. */
    static Reply of(Answer answer, String codeOfMissing) {
        return answer instanceof Answer.Refused(Refusal refusal)
                        && refusal.code().equals(codeOfMissing)
                ? Problems.missing(refusal)
                : of(answer);
    }

    private static Reply committed(Answer.Committed committed) {
        Map<String, String> headers = committed.replayed() ? REPLAYED : Map.of();
        return new Whole(200, Responder.JSON, committed.body(), headers);
    }

    private static Problem stale(long currentRevision) {
        return new Problem(409, "stale-revision", Map.of("currentRevision", currentRevision), Map.of());
    }
}
