package build.offload.kernel.status;

import build.offload.kernel.dispatch.Candidate;
import build.offload.kernel.event.ChangeFollower;
import build.offload.kernel.store.AttemptRow;
import build.offload.kernel.store.CapabilityRow;
import build.offload.kernel.store.CircuitRow;
import build.offload.kernel.store.ControlRow;
import build.offload.kernel.store.HostRow;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.TicketRow;
import build.offload.spi.model.HostName;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import build.offload.spi.model.MirrorId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Hosts, queue and jobs as they are kept between reads. Not safe for several threads. */
final class ClusterModel implements ChangeFollower.Copy {

    private static final int FINISHED_SHOWN = 100;

    private final NavigableMap<String, HostFacts> hosts = new TreeMap<>();
    private final NavigableMap<Long, TicketFacts> queue = new TreeMap<>();
    private final Map<JobId, Long> places = new HashMap<>();
    private final Map<JobId, RunFacts> running = new HashMap<>();
    private final NavigableSet<RunFacts> finished = new TreeSet<>(RunFacts.BY_END);

    List<HostFacts> hosts() {
        return List.copyOf(hosts.values());
    }

    List<Candidate> candidates() {
        return hosts.values().stream().map(HostFacts::candidate).toList();
    }

    List<TicketFacts> tickets() {
        return List.copyOf(queue.values());
    }

    List<RunFacts> running() {
        return running.values().stream().sorted(RunFacts.BY_QUEUE).toList();
    }

    List<RunFacts> finished() {
        return List.copyOf(finished);
    }

    /** Read everything. What never changes about a job is not read again. */
    @Override
    public void readAll(ReadTransaction tx) {
        readHosts(tx);
        readQueue(tx);
        readRunning(tx);
        readFinished(tx);
    }

    private void readHosts(ReadTransaction tx) {
        Map<String, Integer> taken = tx.queue().slotsTaken();
        Map<String, ControlRow> controls = tx.fleet().controls();
        Map<String, List<CapabilityRow>> capabilities = tx.fleet().capabilities();
        Map<String, List<CircuitRow>> circuits = tx.fleet().circuits();
        Map<String, Set<MirrorId>> laidOut = tx.fleet().laidOut();
        hosts.clear();
        for (HostRow row : tx.fleet().hosts()) {
            String name = row.name().value();
            hosts.put(
                    name,
                    HostFacts.of(
                                    row,
                                    controls.getOrDefault(name, ControlRow.UNTOUCHED),
                                    capabilities.getOrDefault(name, List.of()),
                                    circuits.getOrDefault(name, List.of()),
                                    taken.getOrDefault(name, 0))
                            .having(laidOut.getOrDefault(name, Set.of())));
        }
    }

    private void readQueue(ReadTransaction tx) {
        Map<JobId, TicketFacts> known = new HashMap<>();
        queue.values().forEach(facts -> known.put(facts.ticket().job(), facts));
        queue.clear();
        places.clear();
        for (TicketRow ticket : tx.queue().tickets()) {
            Optional<TicketFacts> facts = Optional.ofNullable(known.get(ticket.job()))
                    .map(before -> before.with(ticket))
                    .or(() -> tx.jobs().readable(ticket.job()).map(job -> TicketFacts.of(ticket, job)));
            facts.ifPresent(this::enqueue);
        }
    }

    private void enqueue(TicketFacts facts) {
        queue.put(facts.ticket().seq(), facts);
        places.put(facts.ticket().job(), facts.ticket().seq());
    }

    private void readRunning(ReadTransaction tx) {
        running.clear();
        for (AttemptRow attempt : tx.jobs().activeAttempts()) {
            tx.jobs()
                    .readable(attempt.id().job())
                    .filter(job -> goesOn(job)
                            && job.progress().attempt() == attempt.id().number())
                    .ifPresent(job -> running.put(job.id(), RunFacts.of(job, attempt)));
        }
    }

    private static boolean goesOn(JobRow job) {
        return job.progress().stage() != JobStage.WAITING
                && !job.progress().stage().finished();
    }

    private void readFinished(ReadTransaction tx) {
        finished.clear();
        for (JobRow job : tx.jobs().finishedOnEnrolledHosts(FINISHED_SHOWN)) {
            attempt(tx, job).ifPresent(attempt -> finished.add(RunFacts.of(job, attempt)));
        }
    }

    private static Optional<AttemptRow> attempt(ReadTransaction tx, JobRow job) {
        return job.progress().attempt() == 0 ? Optional.empty() : tx.jobs().readable(job.attemptId());
    }

    /**
     * Read again what was changed. A host from which a job went, or to which it came, has other slots free than before, so it
     * counts as changed.
     */
    @Override
    public void readAgain(ReadTransaction tx, ChangeFollower.Touched touched) {
        int finishedBefore = finished.size();
        Set<HostName> changed = new TreeSet<>(touched.hosts());
        for (JobId job : touched.jobs()) {
            forget(job).ifPresent(changed::add);
            tx.jobs().readable(job).flatMap(row -> enter(tx, row)).ifPresent(changed::add);
        }
        changed.forEach(host -> readHost(tx, host));
        finished.removeIf(run -> !hosts.containsKey(run.host()));
        if (finished.size() < finishedBefore) {
            readFinished(tx);
        }
        while (finished.size() > FINISHED_SHOWN) {
            finished.pollLast();
        }
    }

    @Override
    public int size() {
        return hosts.size() + queue.size() + running.size();
    }

    /** Drop what is known of a job and return its host. */
    private Optional<HostName> forget(JobId job) {
        Optional.ofNullable(places.remove(job)).ifPresent(queue::remove);
        finished.removeIf(run -> run.id().equals(job));
        return Optional.ofNullable(running.remove(job)).map(run -> new HostName(run.host()));
    }

    /** Take in a job where it is now and return its host. */
    private Optional<HostName> enter(ReadTransaction tx, JobRow job) {
        if (job.progress().stage() == JobStage.WAITING) {
            tx.queue().readable(job.id()).ifPresent(ticket -> enqueue(TicketFacts.of(ticket, job)));
            return Optional.empty();
        }
        Optional<AttemptRow> attempt = attempt(tx, job);
        attempt.map(present -> RunFacts.of(job, present)).ifPresent(run -> enter(run, goesOn(job)));
        return attempt.map(AttemptRow::host);
    }

    private void enter(RunFacts run, boolean goesOn) {
        if (goesOn) {
            running.put(run.id(), run);
        } else {
            finished.add(run);
        }
    }

    private void readHost(ReadTransaction tx, HostName name) {
        Optional<HostRow> row = tx.fleet().readable(name);
        if (row.isEmpty()) {
            hosts.remove(name.value());
            return;
        }
        hosts.put(
                name.value(),
                HostFacts.of(
                                row.get(),
                                tx.fleet().control(name),
                                tx.fleet().capabilities(name),
                                tx.fleet().circuits(name),
                                tx.queue().slotsTaken(name))
                        .having(tx.fleet().laidOut(name)));
    }
}
