package build.offload.kernel.metric;

import build.offload.kernel.status.ClusterReading;
import build.offload.kernel.status.ClusterSource;
import build.offload.kernel.status.ClusterSource.Joined;
import build.offload.kernel.status.StatusReader;
import build.offload.spi.frontend.Controller.Metric;
import build.offload.spi.frontend.ControllerStatus;
import build.offload.spi.frontend.ControllerStatus.QueueStatus;
import build.offload.spi.model.HostRole;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Gives the series the controller owns, from the reading the status is made of, so that both always say the same. Safe for use
 * by several threads.
 */
public final class MetricReader {

    private final ClusterSource source;
    private final StatusReader status;
    private final Supplier<Optional<Instant>> reapedAt;
    private Optional<Answer> latest = Optional.empty();

    private record Answer(ClusterReading reading, Tallies tallies, List<Metric> metrics) {}

    /**
     * Create a reader beside that of the status.
     *
     * @param reapedAt when what belongs to owners that are gone was last released; no store knows
     */
    public MetricReader(ClusterSource source, StatusReader status, Supplier<Optional<Instant>> reapedAt) {
        this.reapedAt = reapedAt;
        this.source = source;
        this.status = status;
    }

    /**
     * Return every sample of this moment.
     *
     * @throws build.offload.spi.frontend.Controller.StoreUnavailableException when the store cannot be read
     */
    public List<Metric> metrics() {
        List<Metric> metrics = metrics(source.currentWith((tx, reading) -> tallies()
                .filter(known -> known.holds(reading.seq(), reading.at()))
                .orElseGet(() -> Tallies.read(tx, reading.seq(), reading.at()))));
        Optional<Metric> reaper = reapedAt.get().map(MetricReader::reaper);
        return reaper.isEmpty()
                ? metrics
                : Stream.concat(metrics.stream(), reaper.stream()).toList();
    }

    private static Metric reaper(Instant lastSuccess) {
        return Series.REAPER_LAST_SUCCESS.sample(lastSuccess.toEpochMilli() / 1000.0);
    }

    private synchronized Optional<Tallies> tallies() {
        return latest.map(Answer::tallies);
    }

    private synchronized List<Metric> metrics(Joined<Tallies> present) {
        Answer answer = latest.filter(known -> known.reading().equals(present.reading()))
                .orElseGet(() ->
                        new Answer(present.reading(), present.more(), samples(present.reading(), present.more())));
        latest = Optional.of(answer);
        return answer.metrics();
    }

    private List<Metric> samples(ClusterReading reading, Tallies tallies) {
        List<Metric> samples = new ArrayList<>();
        ControllerStatus page = status.page(reading).status();
        QueueStatus queue = page.queue();
        samples.add(Series.QUEUE_DEPTH.sample(queue.depth()));
        samples.add(Series.QUEUE_OLDEST_AGE.sample(queue.oldestAgeSeconds()));
        samples.add(Series.QUEUE_AGE_P95.sample(queue.p95AgeSeconds()));
        samples.add(Series.FALLBACK_LEASE_EXPIRED.sample(page.lease().expired().orElse(false) ? 1 : 0));
        samples.add(Series.ARTIFACT_CAS_MISMATCH.count(tallies.casMismatches()));
        tallies.launchFailures()
                .forEach(row -> samples.add(
                        Series.EXIT.count(row.total(), row.host(), row.command(), Integer.toString(row.code()))));
        Map<String, Long> running = reading.runningByHost();
        boolean open = reading.open();
        reading.hosts().stream()
                .filter(host -> host.row().role() == HostRole.BUILDER)
                .forEach(host -> samples.addAll(
                        new HostSamples(host, reading.at(), reading.settings().policy())
                                .all(open, running, tallies.endedWithinDay())));
        return List.copyOf(samples);
    }
}
