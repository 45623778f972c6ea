package build.offload.conformance.wire.rule;

import static build.offload.conformance.wire.check.Page.SPEC;
import static build.offload.conformance.wire.check.Page.WIRE_CONTRACT;

import build.offload.conformance.wire.check.Check;
import build.offload.conformance.wire.check.Expect;
import build.offload.conformance.wire.check.Group;
import build.offload.conformance.wire.check.NotApplicable;
import build.offload.conformance.wire.check.Server;
import build.offload.conformance.wire.http.Answer;
import build.offload.conformance.wire.rule.Exposition.Sample;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The series as text, for a Prometheus that scrapes. */
final class MetricsRules {

    private static final String EXPOSITION = "Also `/metrics` in text exposition for a real Prometheus.";
    private static final String FROM_THE_FIRST_SECOND =
            "The five cluster series exist from the first second without labels, counters at 0 and surviving restarts.";
    private static final String LABELS =
            "Exactly the spec's labels and no other (no `instance`, no `job`; `core` a decimal index).";

    private MetricsRules() {}

    static List<Check> all() {
        return List.of(
                check("01", "The metrics are answered as text")
                        .serves(WIRE_CONTRACT, EXPOSITION)
                        .lookAt(
                                "Look at the answer of GET /metrics: the status 200 and the content type text/plain; version=0.0.4.")
                        .by(MetricsRules::isText),
                check("02", "The text is in the exposition format")
                        .serves(WIRE_CONTRACT, EXPOSITION)
                        .lookAt(
                                "Look at how the lines are written: escapes in label values, one TYPE for each name, no series twice.")
                        .by(MetricsRules::format),
                check("03", "The five series of the cluster are always there, once and without labels")
                        .serves(WIRE_CONTRACT, FROM_THE_FIRST_SECOND)
                        .lookAt("Look at what registers the series: they are there before anything has happened.")
                        .by(MetricsRules::cluster),
                check("04", "The values of the cluster's series are numbers from 0")
                        .serves(
                                SPEC,
                                "The controller MUST expose (or front with a Prometheus that exposes) these **exact** series:")
                        .lookAt("Look at what the values are computed from; NaN stands for nothing here.")
                        .by(MetricsRules::clusterValues),
                check("05", "Series have the labels of the spec and no other")
                        .serves(WIRE_CONTRACT, LABELS)
                        .lookAt("Look at the labels of this series.")
                        .by(server ->
                                samples(server).forEach(sample -> Series.expectLabels(sample.name(), sample.labels()))),
                check("06", "Every builder has the series that the controller knows by itself")
                        .serves(WIRE_CONTRACT, "The controller-owned per-host series exist for every enrolled builder.")
                        .lookAt(
                                "Look at which hosts the series are made for: all builders, also those that do not answer.")
                        .by(MetricsRules::owned),
                check("07", "The series of a machine are all there or none is")
                        .serves(
                                WIRE_CONTRACT,
                                "Machine series of a host come complete or, when its source is silent for longer than the staleness bound, not at all.")
                        .lookAt("Look at what the machine's source says: one answer has to carry all of it.")
                        .by(MetricsRules::machine),
                check("08", "Whether a host accepts jobs is 1 or 0")
                        .serves(
                                WIRE_CONTRACT,
                                "`dispatch_accept` is 1 exactly when a job that fits could be placed there now.")
                        .lookAt("Look at how dispatch_accept is derived.")
                        .by(MetricsRules::accept));
    }

    private static Check.Draft check(String number, String title) {
        return Check.check(Group.CORE, "W-METRICS-" + number, title);
    }

    private static Answer metrics(Server server) throws IOException {
        Answer answer = server.send(server.get("/metrics"));
        Expect.status(200, answer, "GET /metrics");
        return answer;
    }

    private static List<Sample> samples(Server server) throws IOException {
        return Exposition.read(metrics(server).text()).samples();
    }

    private static void format(Server server) throws IOException {
        List<String> faults = Exposition.read(metrics(server).text()).faults();
        Expect.that(faults.isEmpty(), String.join("; ", faults));
    }

    private static void isText(Server server) throws IOException {
        Answer answer = metrics(server);
        Expect.mediaType("text/plain", answer);
        String type = answer.header("Content-Type").orElse("");
        Expect.that(
                type.contains("version=0.0.4"),
                "expected the content type to say version=0.0.4, but it is '" + type + "'");
    }

    private static void cluster(Server server) throws IOException {
        List<Sample> samples = samples(server);
        for (String name : Series.CLUSTER) {
            List<Sample> found = named(samples, name);
            Expect.that(
                    found.size() == 1 && found.getFirst().labels().isEmpty(),
                    "expected " + name + " once and without labels, but there is " + found);
        }
    }

    private static void clusterValues(Server server) throws IOException {
        samples(server).stream()
                .filter(sample -> Series.CLUSTER.contains(sample.name()))
                .forEach(sample -> Expect.that(
                        sample.value() >= 0 && Double.isFinite(sample.value()),
                        sample.name() + " has the value " + sample.value()));
    }

    /** Hosts may come and go between the two requests, so the builders count that were there before and after. */
    private static void owned(Server server) throws IOException {
        Set<String> builders = Status.builderNames(server.status());
        List<Sample> samples = samples(server);
        builders.retainAll(Status.builderNames(server.status()));
        if (builders.isEmpty()) {
            throw new NotApplicable("no builder is enrolled");
        }
        for (String name : Series.OWNED) {
            Set<String> missing = new TreeSet<>(builders);
            missing.removeAll(hosts(named(samples, name)));
            Expect.that(missing.isEmpty(), name + " is missing for the builders " + missing);
        }
    }

    private static void machine(Server server) throws IOException {
        List<Sample> samples = samples(server);
        Set<String> known = hosts(samples.stream()
                .filter(sample -> Series.MACHINE.contains(sample.name()))
                .toList());
        if (known.isEmpty()) {
            throw new NotApplicable("no host has any series of a machine");
        }
        for (String name : Series.MACHINE) {
            Set<String> missing = new TreeSet<>(known);
            missing.removeAll(hosts(named(samples, name)));
            Expect.that(
                    missing.isEmpty(),
                    name + " is missing for the hosts " + missing + ", which have other machine series");
        }
    }

    private static void accept(Server server) throws IOException {
        named(samples(server), Series.DISPATCH_ACCEPT)
                .forEach(sample -> Expect.that(
                        sample.value() == 0 || sample.value() == 1,
                        sample.name() + sample.labels() + " has the value " + sample.value()));
    }

    private static List<Sample> named(List<Sample> samples, String name) {
        return samples.stream().filter(sample -> sample.name().equals(name)).toList();
    }

    private static Set<String> hosts(List<Sample> samples) {
        return samples.stream()
                .flatMap(sample -> sample.labels().entrySet().stream())
                .filter(label -> label.getKey().equals("host"))
                .map(Map.Entry::getValue)
                .collect(Collectors.toSet());
    }
}
