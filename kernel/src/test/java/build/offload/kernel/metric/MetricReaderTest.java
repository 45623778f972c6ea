package build.offload.kernel.metric;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import build.offload.kernel.status.Cluster;
import build.offload.kernel.status.ClusterSource;
import build.offload.kernel.status.StatusReader;
import build.offload.kernel.store.FaultPlan.Point;
import build.offload.kernel.store.JobRow;
import build.offload.spi.frontend.Controller.Metric;
import build.offload.spi.frontend.Controller.StoreUnavailableException;
import build.offload.spi.frontend.ControllerStatus.QueueStatus;
import build.offload.spi.model.HostMode;
import build.offload.spi.model.HostName;
import build.offload.spi.model.HostRole;
import build.offload.spi.model.HostState;
import build.offload.spi.model.JobStage;
import build.offload.spi.probe.CapabilityProbe.HostLoad;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MetricReaderTest {

    private static final Set<String> CLUSTER_SERIES = Set.of(
            "build_offload_queue_depth",
            "build_offload_queue_oldest_age_seconds",
            "build_offload_queue_age_p95_seconds",
            "build_offload_fallback_lease_expired",
            "build_offload_artifact_cas_mismatch_total");

    private static final Set<String> HOST_SERIES = Set.of(
            "build_offload_host_running_jobs",
            "build_offload_host_slots_free",
            "build_offload_host_slots_total",
            "build_offload_host_dispatch_accept",
            "build_offload_host_builds_24h");

    private Cluster cluster;
    private StatusReader status;
    private MetricReader metrics;
    private Optional<Instant> reapedAt = Optional.empty();

    @BeforeEach
    void open() {
        cluster = new Cluster();
        ClusterSource source = cluster.source();
        status = new StatusReader(source, "tag");
        metrics = new MetricReader(source, status, () -> reapedAt);
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void theFiveClusterSeriesAreThereFromTheFirstSecondWithoutLabels() {
        List<Metric> samples = metrics.metrics();

        assertThat(samples).extracting(Metric::name).containsExactlyInAnyOrderElementsOf(CLUSTER_SERIES);
        assertThat(samples).allMatch(metric -> metric.labels().isEmpty() && metric.value() == 0);
    }

    @Test
    void theQueueSeriesSayWhatTheStatusSays() {
        cluster.submit("first");
        cluster.advance(Duration.ofMillis(1700));
        cluster.submit("second");
        cluster.advance(Duration.ofMillis(300));

        List<Metric> samples = metrics.metrics();

        QueueStatus queue = status.status().status().queue();
        assertThat(value(samples, "build_offload_queue_depth")).hasValue(queue.depth());
        assertThat(value(samples, "build_offload_queue_oldest_age_seconds")).hasValue(queue.oldestAgeSeconds());
        assertThat(value(samples, "build_offload_queue_age_p95_seconds")).hasValue(queue.p95AgeSeconds());
        assertThat(queue.oldestAgeSeconds()).isEqualTo(2);
    }

    @Test
    @Tag("B29")
    void lastSuccessOfTheReaperIsOfThisMomentAlsoWhenNothingElseHasChanged() {
        assertThat(value("build_offload_reaper_last_success_timestamp_seconds")).isEmpty();

        reapedAt = Optional.of(Instant.ofEpochMilli(1_500));
        assertThat(value("build_offload_reaper_last_success_timestamp_seconds")).hasValue(1.5);

        reapedAt = Optional.of(Instant.ofEpochMilli(2_500));
        assertThat(value("build_offload_reaper_last_success_timestamp_seconds")).hasValue(2.5);
    }

    @Test
    void aCounterIsReadFromTheStore() {
        cluster.change("", "", tx -> tx.jobs().count("artifact_cas_mismatch"));
        cluster.change("", "", tx -> tx.jobs().count("artifact_cas_mismatch"));

        assertThat(value("build_offload_artifact_cas_mismatch_total")).hasValue(2);
    }

    @Test
    void failedLaunchesAreCountedByHostCommandAndCode() {
        HostName host = cluster.builder("a");
        cluster.change("", "a", tx -> {
            tx.fleet().countLaunchFailure(host, "playwright", 127);
            tx.fleet().countLaunchFailure(host, "playwright", 127);
            tx.fleet().countLaunchFailure(host, "playwright", 126);
            tx.fleet().clearLaunchFailuresInRow(host, "playwright");
        });

        assertThat(value("build_offload_exit_total", "host", "a", "command", "playwright", "code", "127"))
                .hasValue(2);
        assertThat(value("build_offload_exit_total", "host", "a", "command", "playwright", "code", "126"))
                .hasValue(1);
    }

    @Test
    void aBuilderHasItsSeriesWithTheLabelHostAloneAndAWorkstationHasNone() {
        cluster.builder("a");
        cluster.host("laptop", HostRole.WORKSTATION, false, false);

        List<Metric> ofHosts = metrics.metrics().stream()
                .filter(metric -> metric.name().startsWith("build_offload_host_"))
                .toList();

        assertThat(ofHosts).extracting(Metric::name).containsExactlyInAnyOrderElementsOf(HOST_SERIES);
        assertThat(ofHosts).extracting(Metric::labels).containsOnly(List.of("host", "a"));
    }

    @Test
    void aBuildersSeriesFollowItsJobs() {
        HostName host = cluster.builder("a");
        JobRow first = cluster.place(cluster.submit("1"), host);
        cluster.place(cluster.submit("2"), host);
        double acceptsWhenFull =
                value("build_offload_host_dispatch_accept", "host", "a").orElseThrow();

        cluster.end(first, JobStage.SUCCEEDED, "succeeded");

        assertThat(acceptsWhenFull).isZero();
        assertThat(value("build_offload_host_running_jobs", "host", "a")).hasValue(1);
        assertThat(value("build_offload_host_slots_free", "host", "a")).hasValue(1);
        assertThat(value("build_offload_host_slots_total", "host", "a")).hasValue(2);
        assertThat(value("build_offload_host_dispatch_accept", "host", "a")).hasValue(1);
        assertThat(value("build_offload_host_builds_24h", "host", "a")).hasValue(1);
    }

    @Test
    void whatEndedADayAgoIsNoLongerCountedThoughNothingHappens() {
        HostName host = cluster.builder("a");
        cluster.end(cluster.place(cluster.submit("1"), host), JobStage.FAILED, "exit-1");
        cluster.advance(Duration.ofHours(23));
        OptionalDouble within = value("build_offload_host_builds_24h", "host", "a");

        cluster.advance(Duration.ofHours(1).plusMinutes(1));

        assertThat(within).hasValue(1);
        assertThat(value("build_offload_host_builds_24h", "host", "a")).hasValue(0);
    }

    @Test
    void aBuilderThatCouldTakeNothingNowDoesNotAccept() {
        cluster.control(cluster.builder("drained"), HostMode.DRAINING, 1);
        cluster.put(cluster.builder("ill"), HostState.DEGRADED);
        cluster.silence(cluster.builder("silent"));
        cluster.builder("well");

        assertThat(accepting()).containsExactly("well");
    }

    @Test
    void noBuilderAcceptsWhileTheClusterGivesNothingOut() {
        cluster.builder("well");
        cluster.desire(HostState.MAINTENANCE);

        assertThat(accepting()).isEmpty();
    }

    @Test
    void theSeriesOfAMachineAreLeftOutWhileNobodyMeasuresAllOfThem() {
        HostName host = cluster.builder("a");
        cluster.answer(host, Optional.of(new HostLoad(3.25, 16)));

        assertThat(metrics.metrics())
                .filteredOn(metric -> metric.labels().contains("a"))
                .extracting(Metric::name)
                .containsExactlyInAnyOrderElementsOf(HOST_SERIES);
    }

    @Test
    void withinASecondInWhichNothingHappensTheAnswerIsTheSame() {
        cluster.submit("k");
        List<Metric> first = metrics.metrics();

        cluster.advance(Duration.ofMillis(900));

        assertThat(metrics.metrics()).isSameAs(first);
    }

    @Test
    void statusAndMetricsMayBeAskedForByManyAtOnceWhileThingsChange() throws Exception {
        HostName host = cluster.builder("a");
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> answers = IntStream.range(0, 8)
                    .mapToObj(i -> threads.submit(() -> i % 2 == 0 ? askForMetrics() : askForStatus()))
                    .toList();
            for (int i = 0; i < 20; i++) {
                cluster.submit("k" + i);
                cluster.answer(host, Optional.empty());
            }
            for (Future<Integer> answer : answers) {
                assertThat(answer.get()).isEqualTo(25);
            }
        }
        assertThat(value("build_offload_queue_depth")).hasValue(20);
    }

    private int askForMetrics() {
        return (int)
                IntStream.range(0, 25).filter(i -> !metrics.metrics().isEmpty()).count();
    }

    private int askForStatus() {
        return (int) IntStream.range(0, 25)
                .filter(i -> status.status().status().hosts().containsKey("a"))
                .count();
    }

    @Test
    void anUnreadableStoreIsToldInTheWordsOfTheInterface() {
        cluster.faults().fail(Point.STATEMENT, "FROM launch_failure", 1);

        assertThatThrownBy(metrics::metrics).isInstanceOf(StoreUnavailableException.class);
    }

    @Test
    void noLabelIsEverLeftOut() {
        assertThatThrownBy(() -> Series.EXIT.sample(1, "a", "b")).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @EnumSource
    void everyHelpIsAWholeSentence(Series series) {
        assertThat(series.help()).matches("[A-Z][^.]*\\.").contains(" ");
    }

    @ParameterizedTest
    @EnumSource
    void theNameOfACounterEndsInTotal(Series series) {
        assertThat(series.kind() == Metric.Kind.GAUGE || series.metric().endsWith("_total"))
                .isTrue();
    }

    @Test
    void theDocumentListsExactlyTheseSeriesWithTheseWords() throws IOException {
        Set<String> documented;
        try (Stream<String> lines = Files.lines(Path.of("..", "docs", "metrics.md"))) {
            documented =
                    lines.filter(line -> line.startsWith("| `build_offload_")).collect(toSet());
        }

        assertThat(documented)
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(Series.values())
                        .map(MetricReaderTest::row)
                        .toList());
    }

    @Test
    void theSeriesOfTheSpecThatTheKernelOwnsAreAllThere() {
        Set<String> owned = Arrays.stream(Series.values()).map(Series::metric).collect(toSet());

        assertThat(owned).containsAll(CLUSTER_SERIES).containsAll(HOST_SERIES).contains("build_offload_exit_total");
    }

    private static String row(Series series) {
        String labels = series.labels().isEmpty() ? "none" : "`" + String.join("`, `", series.labels()) + "`";
        String kind = series.kind() == Metric.Kind.COUNTER ? "counter" : "gauge";
        return "| `" + series.metric() + "` | " + kind + " | " + labels + " | " + series.help() + " |";
    }

    private List<String> accepting() {
        return metrics.metrics().stream()
                .filter(metric -> metric.name().equals("build_offload_host_dispatch_accept") && metric.value() == 1)
                .map(metric -> metric.labels().getLast())
                .toList();
    }

    private OptionalDouble value(String name, String... labels) {
        return value(metrics.metrics(), name, labels);
    }

    private static OptionalDouble value(List<Metric> samples, String name, String... labels) {
        return samples.stream()
                .filter(metric -> metric.name().equals(name) && metric.labels().equals(List.of(labels)))
                .mapToDouble(Metric::value)
                .findFirst();
    }
}
