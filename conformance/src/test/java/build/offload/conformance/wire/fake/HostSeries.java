package build.offload.conformance.wire.fake;

import java.util.List;

/** The series of one host, as lines. */
final class HostSeries {

    private static final List<String> PLAIN = List.of(
            "running_jobs",
            "slots_free",
            "slots_total",
            "dispatch_accept",
            "builds_24h",
            "load",
            "cores",
            "mem_used_bytes",
            "mem_total_bytes",
            "swap_used_bytes",
            "swap_total_bytes",
            "net_rx_bytes_per_second",
            "net_tx_bytes_per_second");

    private HostSeries() {}

    static void append(StringBuilder text, String host) {
        String start = "build_offload_host_";
        String label = "{host=\"" + host + "\"";
        PLAIN.forEach(name -> text.append(start + name + label + "} 1.0\n"));
        for (String mountpoint : List.of("/", "/home")) {
            text.append(start + "disk_free_bytes" + label + ",mountpoint=\"" + mountpoint + "\"} 5.0E9\n");
            text.append(start + "disk_size_bytes" + label + ",mountpoint=\"" + mountpoint + "\"} 9.0E9\n");
        }
        text.append(start + "core_load_percent" + label + ",core=\"0\"} 12.5\n");
        text.append(start + "core_load_percent" + label + ",core=\"11\"} 0.0\n");
        text.append(start + "cpu_temp_celsius" + label + ",sensor=\"pkg\"} 48.0\n");
    }
}
