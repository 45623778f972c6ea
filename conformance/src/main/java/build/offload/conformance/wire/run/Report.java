package build.offload.conformance.wire.run;

import build.offload.conformance.wire.check.Verdict;
import java.net.URI;
import java.util.List;

/** What came of all checks of a run. */
public record Report(URI url, List<Result> results) {

    /** Keep a copy. */
    public Report {
        results = List.copyOf(results);
    }

    /** Return how many checks failed. */
    public long failed() {
        return count(Verdict.Failed.class);
    }

    /** Return how many checks passed. */
    public long passed() {
        return count(Verdict.Passed.class);
    }

    /** Return how many checks were skipped. */
    public long skipped() {
        return count(Verdict.Skipped.class);
    }

    private long count(Class<? extends Verdict> kind) {
        return results.stream()
                .filter(result -> kind.isInstance(result.verdict()))
                .count();
    }
}
