package build.offload.kernel.dispatch;

import build.offload.kernel.dispatch.Candidate.Blocker;
import build.offload.kernel.event.ChangeFollower;
import build.offload.kernel.store.CircuitRow;
import build.offload.kernel.store.HostRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.spi.model.HostName;
import build.offload.spi.model.JobId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** A copy of the fleet, and what it can never do as far as that is known. Not safe for several threads. */
public final class FleetCopy implements ChangeFollower.Copy {

    private static final int REMEMBERED = 10_000;

    private final NavigableMap<HostName, Candidate> hosts = new TreeMap<>();
    private final Map<JobId, Set<HostName>> reserved = new HashMap<>();
    private final Map<Needs, Optional<Blocker>> unsatisfiable = new HashMap<>();

    /** Return every host, by name. */
    public List<HostRow> hosts() {
        return hosts.values().stream().map(Candidate::host).toList();
    }

    /** Return a machine as the workstation it is. */
    Optional<Candidate> workstation(String machineId) {
        return hosts.values().stream()
                .filter(host ->
                        !host.builder() && host.host().identity().machineId().equals(machineId))
                .findFirst();
    }

    /** Return the circuits that are not closed. */
    public Stream<CircuitRow> circuits() {
        return hosts.values().stream().flatMap(Candidate::circuits);
    }

    /** Return the hosts with what dispatch asks of them. */
    List<Candidate> candidates() {
        return List.copyOf(hosts.values());
    }

    /** Return what no builder has of the needs, as {@link FleetSnapshot#unsatisfiable} does. */
    Optional<Blocker> unsatisfiable(FleetSnapshot fleet, Needs needs) {
        if (unsatisfiable.size() >= REMEMBERED) {
            unsatisfiable.clear();
        }
        return unsatisfiable.computeIfAbsent(needs, fleet::unsatisfiable);
    }

    @Override
    public void readAll(ReadTransaction tx) {
        hosts.clear();
        reserved.clear();
        unsatisfiable.clear();
        FleetSnapshot.readCandidates(tx).forEach(candidate -> hosts.put(candidate.name(), candidate));
        reserved.putAll(tx.queue().reservedHosts());
    }

    /** A host at which a slot was taken or given back is not what it was, whether or not an event names it. */
    @Override
    public void readAgain(ReadTransaction tx, ChangeFollower.Touched touched) {
        Set<HostName> changed = new TreeSet<>(touched.hosts());
        for (JobId job : touched.jobs()) {
            changed.addAll(reserved.getOrDefault(job, Set.of()));
            Set<HostName> now = tx.queue().reservedHosts(job);
            changed.addAll(now);
            if (now.isEmpty()) {
                reserved.remove(job);
            } else {
                reserved.put(job, now);
            }
        }
        changed.forEach(host -> readHost(tx, host));
    }

    @Override
    public int size() {
        return hosts.size();
    }

    private void readHost(ReadTransaction tx, HostName name) {
        Optional<Candidate> now = FleetSnapshot.readCandidate(tx, name)
                .map(candidate -> candidate.having(tx.fleet().laidOut(name)));
        Optional<Candidate> before = now.isPresent()
                ? Optional.ofNullable(hosts.put(name, now.get()))
                : Optional.ofNullable(hosts.remove(name));
        if (!now.map(Candidate::abilities).equals(before.map(Candidate::abilities))) {
            unsatisfiable.clear();
        }
    }
}
