package build.offload.kernel.metric;

import build.offload.spi.frontend.Controller.Metric;
import build.offload.spi.frontend.Controller.Metric.Kind;
import java.util.ArrayList;
import java.util.List;

/** Every series the controller owns: its name, what it means and which labels it has, in this order. */
enum Series {
    QUEUE_DEPTH(
            "build_offload_queue_depth",
            Kind.GAUGE,
            "The number of jobs that wait in the queue, blocked ones included."),
    QUEUE_OLDEST_AGE(
            "build_offload_queue_oldest_age_seconds",
            Kind.GAUGE,
            "How long the job that has waited longest has waited, in seconds; 0 when none waits."),
    QUEUE_AGE_P95(
            "build_offload_queue_age_p95_seconds",
            Kind.GAUGE,
            "The time in seconds that 95 of 100 waiting jobs have not waited longer than; 0 when none waits."),
    FALLBACK_LEASE_EXPIRED(
            "build_offload_fallback_lease_expired",
            Kind.GAUGE,
            "Whether a fallback lease of the laptop has expired and not been recalled (1), or there is no such lease (0)."),
    ARTIFACT_CAS_MISMATCH(
            "build_offload_artifact_cas_mismatch_total",
            Kind.COUNTER,
            "How many jobs were kept from publishing because the snapshot, the checkout or a target was not as recorded."),
    REAPER_LAST_SUCCESS(
            "build_offload_reaper_last_success_timestamp_seconds",
            Kind.GAUGE,
            "When what belonged to owners that are gone was last released without a failure, in seconds since 1970."),
    EXIT(
            "build_offload_exit_total",
            Kind.COUNTER,
            "How many launches of a command class on a host ended with an exit code that says it could not be run.",
            "host",
            "command",
            "code"),
    HOST_RUNNING_JOBS(
            "build_offload_host_running_jobs",
            Kind.GAUGE,
            "The number of jobs that have this host and are not at their end.",
            "host"),
    HOST_SLOTS_FREE(
            "build_offload_host_slots_free",
            Kind.GAUGE,
            "The number of slots of the host that no job has taken.",
            "host"),
    HOST_SLOTS_TOTAL(
            "build_offload_host_slots_total", Kind.GAUGE, "The number of jobs the host takes at once.", "host"),
    HOST_DISPATCH_ACCEPT(
            "build_offload_host_dispatch_accept",
            Kind.GAUGE,
            "Whether a job that fits the host could be placed there now (1), or not (0).",
            "host"),
    HOST_BUILDS_24H(
            "build_offload_host_builds_24h",
            Kind.GAUGE,
            "The number of attempts that ended on the host within the last 24 hours.",
            "host");

    private final String metric;
    private final Kind kind;
    private final String help;
    private final List<String> labels;

    Series(String metric, Kind kind, String help, String... labels) {
        this.metric = metric;
        this.kind = kind;
        this.help = help;
        this.labels = List.of(labels);
    }

    String metric() {
        return metric;
    }

    Kind kind() {
        return kind;
    }

    String help() {
        return help;
    }

    List<String> labels() {
        return labels;
    }

    /** Return a sample of a count, exact up to 2 to the 53rd; else as {@link #sample}. */
    Metric count(long value, String... labelValues) {
        return sample((double) value, labelValues);
    }

    /** Return a sample with the values of the labels, in their order. */
    Metric sample(double value, String... labelValues) {
        if (labelValues.length != labels.size()) {
            throw new IllegalArgumentException(metric + " has the labels " + labels);
        }
        List<String> pairs = new ArrayList<>();
        for (int i = 0; i < labelValues.length; i++) {
            pairs.add(labels.get(i));
            pairs.add(labelValues[i]);
        }
        return new Metric(metric, help, kind, List.copyOf(pairs), value);
    }
}
