package build.offload.plugin.probe.toolchains;

import build.offload.spi.model.HostName;
import build.offload.spi.probe.CapabilityProbe.Finding;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What each host's tools said last, with the signature of the files it was said by. Safe for several threads.
 *
 * <p>What a tool says may change without its file doing so (a wrapper around another program), so nothing is known for longer than
 * ten minutes; a tool that failed or hung may do better next time, so then nothing is known at all.
 */
final class KnownTools {

    private static final Duration LIFETIME = Duration.ofMinutes(10);
    private static final int MOST_HOSTS = 4096;
    private static final String SIGNATURE = "signature ";

    private final Map<HostName, Known> hosts = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<HostName, Known> eldest) {
            return size() > MOST_HOSTS;
        }
    };

    /** One host's answer. */
    record Known(String signature, List<Finding> findings, long nanos) {}

    /** Return what is known of a host. */
    synchronized Optional<Known> of(HostName host) {
        return Optional.ofNullable(hosts.get(host))
                .filter(known -> System.nanoTime() - known.nanos() < LIFETIME.toNanos());
    }

    /** Take a new answer for a host. */
    synchronized void take(HostName host, String output, List<Finding> findings) {
        hosts.remove(host);
        Optional<String> signature = output.lines().findFirst().filter(line -> line.startsWith(SIGNATURE));
        if (signature.isPresent() && findings.stream().noneMatch(ToolFindings::undecided)) {
            hosts.put(
                    host,
                    new Known(signature.get().substring(SIGNATURE.length()), List.copyOf(findings), System.nanoTime()));
        }
    }
}
