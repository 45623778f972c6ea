package build.offload.kernel.status;

import build.offload.kernel.dispatch.FleetSnapshot;
import build.offload.kernel.store.LeaseRow;
import build.offload.spi.model.HostState;
import build.offload.spi.model.ProcessIdentity;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Everything a status or a metric is made of, from one consistent read. Immutable: nobody takes slots of its fleet.
 *
 * @param seq the number of the latest event
 * @param at the moment it is about
 * @param hosts by name
 * @param tickets in the order of the queue
 * @param running jobs that have a host and go on, in the order they were queued
 * @param finished the latest finished jobs whose host is still enrolled, newest first
 * @param leases the last fallback lease of each workstation that had one
 * @param controllers the processes of the controllers that share the store, by id
 */
public record ClusterReading(
        long revision,
        long seq,
        Instant at,
        HostState desired,
        ControllerCondition condition,
        FleetSnapshot fleet,
        List<HostFacts> hosts,
        List<TicketFacts> tickets,
        List<RunFacts> running,
        List<RunFacts> finished,
        List<LeaseRow> leases,
        Map<String, ProcessIdentity> controllers) {

    /** Return whether a reading at another moment would find the same, down to the second. */
    boolean holds(long otherRevision, long otherSeq, Instant now, ControllerCondition other) {
        return revision == otherRevision
                && seq == otherSeq
                && at.truncatedTo(ChronoUnit.SECONDS).equals(now.truncatedTo(ChronoUnit.SECONDS))
                && condition.equals(other);
    }

    /** Return what the status went by at that moment. */
    public StatusSettings settings() {
        return condition.settings();
    }

    /** Return how many jobs go on at each host that has any. */
    public Map<String, Long> runningByHost() {
        return running.stream().collect(Collectors.groupingBy(RunFacts::host, Collectors.counting()));
    }

    /** Return whether the cluster as a whole gives jobs to hosts, whatever those are like. */
    public boolean open() {
        return Admittance.closed(this).isEmpty();
    }
}
