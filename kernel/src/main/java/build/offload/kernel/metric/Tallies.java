package build.offload.kernel.metric;

import build.offload.kernel.store.LaunchFailureRow;
import build.offload.kernel.store.ReadTransaction;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/**
 * What is counted in the store and shown nowhere but in metrics.
 *
 * @param seq the number of the latest event when it was counted
 * @param minute the minute in which it was counted; what is older than a day falls out with the next
 * @param endedWithinDay how many attempts ended on each host
 */
record Tallies(
        long seq,
        Instant minute,
        List<LaunchFailureRow> launchFailures,
        long casMismatches,
        Map<String, Long> endedWithinDay) {

    private static final Duration DAY = Duration.ofDays(1);

    static Tallies read(ReadTransaction tx, long seq, Instant now) {
        return new Tallies(
                seq,
                minute(now),
                tx.fleet().launchFailures(),
                tx.jobs().counter("artifact_cas_mismatch"),
                tx.jobs().attemptsEndedSince(now.minus(DAY)));
    }

    boolean holds(long presentSeq, Instant now) {
        return seq == presentSeq && minute.equals(minute(now));
    }

    private static Instant minute(Instant now) {
        return now.truncatedTo(ChronoUnit.MINUTES);
    }
}
