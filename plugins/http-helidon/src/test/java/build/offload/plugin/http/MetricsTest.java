package build.offload.plugin.http;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.spi.frontend.AccessGuard.Scope;
import build.offload.spi.frontend.Controller.Metric;
import build.offload.spi.frontend.Controller.Metric.Kind;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code GET /metrics}, as a Prometheus reads it. */
class MetricsTest extends ServedTest {

    @Test
    void samplesOfOneNameAreOneFamily() throws IOException {
        controller.metrics.add(gauge("build_offload_host_slots_free", List.of("host", "debian1"), 2));
        controller.metrics.add(
                new Metric("build_offload_artifact_cas_mismatch_total", "Blocked.", Kind.COUNTER, List.of(), 3));
        controller.metrics.add(gauge("build_offload_host_slots_free", List.of("host", "a\"b\\c\nd"), Double.NaN));

        Response response = send(Call.get("/metrics"));

        assertThat(response.header("Content-Type")).hasValue("text/plain; version=0.0.4; charset=utf-8");
        assertThat(response.text()).isEqualTo("""
                        # HELP build_offload_host_slots_free Free.
                        # TYPE build_offload_host_slots_free gauge
                        build_offload_host_slots_free{host="debian1",} 2.0
                        build_offload_host_slots_free{host="a\\"b\\\\c\\nd",} NaN
                        # HELP build_offload_artifact_cas_mismatch_total Blocked.
                        # TYPE build_offload_artifact_cas_mismatch_total counter
                        build_offload_artifact_cas_mismatch_total 3.0
                        """);
        assertThat(guard.scopes).containsExactly(Scope.METRICS);
    }

    @Test
    void aCounterOfAnyNameKeepsIt() throws IOException {
        controller.metrics.add(new Metric("build_offload_odd", "Odd.", Kind.COUNTER, List.of(), 1));

        assertThat(send(Call.get("/metrics")).text())
                .contains("\nbuild_offload_odd 1.0\n")
                .doesNotContain("odd_total");
    }

    @Test
    void noSeriesIsAnEmptyPage() throws IOException {
        Response response = send(Call.get("/metrics"));

        assertThat(response.status()).isEqualTo(200);
        assertThat(response.body()).isEmpty();
    }

    private static Metric gauge(String name, List<String> labels, double value) {
        return new Metric(name, "Free.", Kind.GAUGE, labels, value);
    }
}
