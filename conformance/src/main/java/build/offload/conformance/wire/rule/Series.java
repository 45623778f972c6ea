package build.offload.conformance.wire.rule;

import build.offload.conformance.wire.check.Expect;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The series of the contract and their labels, the same for a scraper and for the query API. */
final class Series {

    /** The cluster's, without labels. */
    static final List<String> CLUSTER = List.of(
            "build_offload_queue_depth",
            "build_offload_queue_oldest_age_seconds",
            "build_offload_queue_age_p95_seconds",
            "build_offload_fallback_lease_expired",
            "build_offload_artifact_cas_mismatch_total");

    /** Those of a host that the controller knows by itself. */
    static final List<String> OWNED = List.of(
            "build_offload_host_running_jobs",
            "build_offload_host_slots_free",
            "build_offload_host_slots_total",
            "build_offload_host_dispatch_accept",
            "build_offload_host_builds_24h");

    /** Those of a host that come from the machine, and for every machine. */
    static final List<String> MACHINE = List.of(
            "build_offload_host_load",
            "build_offload_host_cores",
            "build_offload_host_mem_used_bytes",
            "build_offload_host_mem_total_bytes",
            "build_offload_host_swap_used_bytes",
            "build_offload_host_swap_total_bytes",
            "build_offload_host_net_rx_bytes_per_second",
            "build_offload_host_net_tx_bytes_per_second",
            "build_offload_host_disk_free_bytes",
            "build_offload_host_disk_size_bytes");

    static final String DISPATCH_ACCEPT = "build_offload_host_dispatch_accept";
    static final String EXITS = "build_offload_exit_total";

    private static final Map<String, Set<String>> LABELS = labels();
    private static final Set<String> SENSORS = Set.of("pkg", "max", "crit");
    private static final Set<String> CODES = Set.of("126", "127");

    private Series() {}

    private static Map<String, Set<String>> labels() {
        Map<String, Set<String>> labels = new TreeMap<>();
        CLUSTER.forEach(name -> labels.put(name, Set.of()));
        OWNED.forEach(name -> labels.put(name, Set.of("host")));
        MACHINE.forEach(name -> labels.put(name, Set.of("host")));
        labels.put("build_offload_host_disk_free_bytes", Set.of("host", "mountpoint"));
        labels.put("build_offload_host_disk_size_bytes", Set.of("host", "mountpoint"));
        labels.put("build_offload_host_core_load_percent", Set.of("host", "core"));
        labels.put("build_offload_host_cpu_temp_celsius", Set.of("host", "sensor"));
        labels.put(EXITS, Set.of("host", "command", "code"));
        return Map.copyOf(labels);
    }

    /** Return the names of all series that have labels. */
    static List<String> labelled() {
        return LABELS.entrySet().stream()
                .filter(series -> !series.getValue().isEmpty())
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    /** Expect that a sample of a series of the contract has the labels of the contract; other series have any. */
    static void expectLabels(String name, Map<String, String> labels) {
        Set<String> expected = LABELS.get(name);
        if (expected != null) {
            Expect.that(
                    labels.keySet().equals(expected),
                    name + ": expected the labels " + expected + ", but they are " + labels);
            labels.forEach((label, value) -> expectValue(name, label, value));
        }
    }

    private static void expectValue(String name, String label, String value) {
        boolean allowed = switch (label) {
            case "core" -> value.matches("0|[1-9][0-9]*");
            case "sensor" -> SENSORS.contains(value);
            case "code" -> CODES.contains(value);
            default -> !value.isEmpty();
        };
        Expect.that(allowed, name + ": the label " + label + " has the value '" + value + "'");
    }
}
