package build.offload.conformance.wire.check;

import build.offload.conformance.wire.http.Exchange;
import java.util.List;

/** What came of a check. */
public sealed interface Verdict {

    /** The server obeys the rule, as far as the check can see. */
    record Passed() implements Verdict {}

    /**
     * The server breaks the rule.
     *
     * @param exchanges the requests of the check and their answers, the last of which shows it; without tokens
     */
    record Failed(String message, List<Exchange> exchanges) implements Verdict {
        /** Keep a copy. */
        public Failed {
            exchanges = List.copyOf(exchanges);
        }
    }

    /** Nothing was learned. */
    record Skipped(String reason) implements Verdict {}

    /** Return the verdict as one word. */
    default String word() {
        return switch (this) {
            case Passed _ -> "passed";
            case Failed _ -> "failed";
            case Skipped _ -> "skipped";
        };
    }
}
