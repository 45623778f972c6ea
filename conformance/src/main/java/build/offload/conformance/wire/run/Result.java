package build.offload.conformance.wire.run;

import build.offload.conformance.wire.check.Check;
import build.offload.conformance.wire.check.Verdict;
import java.time.Duration;

/** What came of one check, and how long it took. */
public record Result(Check check, Verdict verdict, Duration time) {}
