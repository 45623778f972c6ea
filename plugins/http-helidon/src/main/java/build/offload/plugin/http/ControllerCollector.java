package build.offload.plugin.http;

import build.offload.spi.frontend.Controller;
import build.offload.spi.frontend.Controller.Metric;
import io.prometheus.client.Collector;
import io.prometheus.client.Collector.MetricFamilySamples.Sample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Gathers the controller's samples into families, in the order in which their names first come. */
final class ControllerCollector extends Collector {

    private static final String COUNTER_SUFFIX = "_total";

    private final Controller controller;

    ControllerCollector(Controller controller) {
        this.controller = controller;
    }

    @Override
    public List<MetricFamilySamples> collect() {
        Map<String, List<Metric>> families = controller.metrics().stream()
                .collect(Collectors.groupingBy(Metric::name, LinkedHashMap::new, Collectors.toList()));
        return families.values().stream().map(ControllerCollector::family).toList();
    }

    private static MetricFamilySamples family(List<Metric> metrics) {
        Metric first = metrics.getFirst();
        List<Sample> samples = metrics.stream().map(ControllerCollector::sample).toList();
        return new MetricFamilySamples(first.name(), type(first), first.help(), samples);
    }

    /** The format writes a counter under a name that ends in {@code _total}; one that does not end so goes without a type. */
    private static Type type(Metric metric) {
        return switch (metric.kind()) {
            case GAUGE -> Type.GAUGE;
            case COUNTER -> metric.name().endsWith(COUNTER_SUFFIX) ? Type.COUNTER : Type.UNKNOWN;
        };
    }

    private static Sample sample(Metric metric) {
        List<String> names = new ArrayList<>();
        List<String> values = new ArrayList<>();
        for (int i = 0; i + 1 < metric.labels().size(); i += 2) {
            names.add(metric.labels().get(i));
            values.add(metric.labels().get(i + 1));
        }
        return new Sample(metric.name(), names, values, metric.value());
    }
}
