package build.offload.spi.probe;

import build.offload.spi.Plugin;
import build.offload.spi.executor.ExecutorException;
import build.offload.spi.executor.HostShell;
import build.offload.spi.model.HostName;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds out what a host can do. A probe observes; it never repairs.
 *
 * @implSpec
 * <ul>
 *   <li><b>P-1.</b> {@link #probe} is called by one thread at a time for any one host, and side by side for different hosts.
 *   <li><b>P-2.</b> It returns or throws before {@link ProbeRequest#budget()} has passed. The kernel abandons a late call
 *       and keeps the last answer until that is stale.
 *   <li><b>P-3.</b> It leaves the host as it found it.
 * </ul>
 */
public non-sealed interface CapabilityProbe extends Plugin {

    /** The commands of findings about where files of ours lie; what is required of these belongs to the storage gate. */
    Set<String> STORAGE = Set.of("workspace", "temp", "disk");

    /**
     * Observe the host once. A tool that is not there is a finding, not a failure.
     *
     * @throws ExecutorException if the question could not be answered
     */
    ProbeReport probe(ProbeRequest request) throws ExecutorException;

    /** Which host, how to run commands on it, where our files live there, and the time allowed. */
    record ProbeRequest(HostName host, HostShell shell, String workspaceRoot, Duration budget) {}

    /** What was seen: findings, and the load where this probe reads it. */
    record ProbeReport(List<Finding> findings, Optional<HostLoad> load) {}

    /**
     * One capability.
     *
     * @param command the tool or ability this is about; the word a project's requirement uses
     * @param ok whether the host has it and it works
     * @param required whether a host without it takes no job at all
     * @param version the version the tool itself printed
     * @param detail what stands in the way, or what was seen; fit for an operator's eyes
     */
    record Finding(String command, boolean ok, boolean required, Optional<String> version, Optional<String> detail) {}

    /** The one-minute load average and the number of cores. */
    record HostLoad(double load1, int cores) {}
}
