package build.offload.kernel.simulation;

import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.spi.frontend.EventView;
import build.offload.spi.model.HostName;
import build.offload.spi.model.HostRole;
import build.offload.spi.model.JobId;
import build.offload.spi.model.ToolRequirement;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Follows the events, which are in the order of the commits, and keeps by them alone who waits in which order, which hosts
 * are draining, and about whose outputs somebody has to decide.
 */
final class EventCheck {

    private static final Set<String> VERBS =
            Set.of("box-drain", "box-restore", "admission-reconcile", "job-retried", "spill-recalled", "ci-reconcile");

    private final Findings findings;
    private final LeaseCheck lease;
    private final Set<JobId> undecided = new HashSet<>();
    private final Map<JobId, Queued> queue = new HashMap<>();
    private final Map<JobId, Queued> places = new HashMap<>();
    private final Set<String> draining = new HashSet<>();
    private long seq;
    private long revision;

    /** Where a job stands in the queue, and what it needs. */
    private record Queued(long place, Needs needs) {}

    /** What makes two jobs equal to dispatch. */
    private record Needs(String commandClass, String program, List<ToolRequirement> tools, Set<HostName> excluded) {
        static Needs of(JobRow job) {
            var build = job.submitted().build();
            return new Needs(
                    build.commandClass(),
                    build.argv().getFirst(),
                    build.requirements(),
                    Set.copyOf(build.placement().excludedHosts()));
        }
    }

    EventCheck(Findings findings, LeaseCheck lease) {
        this.findings = findings;
        this.lease = lease;
    }

    long seq() {
        return seq;
    }

    long revision() {
        return revision;
    }

    Set<JobId> queued() {
        return queue.keySet();
    }

    /** Return the jobs whose outputs were kept from their checkout, and about which nobody has decided yet. */
    Set<JobId> undecided() {
        return undecided;
    }

    /** Take in the next event. */
    void follow(ReadTransaction tx, EventView event) {
        findings.require(event.seq() == seq + 1, Rule.EVENTS, "event " + event.seq() + " follows " + seq);
        checkRevision(event);
        seq = event.seq();
        revision = event.revision();
        if (event.type().equals("host-control")) {
            control(event);
        }
        lease.follow(event);
        if (!event.job().isEmpty() && !event.type().equals("job-attached")) {
            job(tx, event, new JobId(event.job()));
        }
    }

    private void checkRevision(EventView event) {
        long moved = event.revision() - revision;
        boolean verb = VERBS.contains(event.type())
                || (event.type().equals("host-control") && event.reason().startsWith("box-"))
                || (event.stage().equals("circuit") && event.reason().startsWith("host-"));
        boolean right = verb ? moved == 1 : moved == 0 || moved == 1;
        findings.require(right, Rule.REVISION, "it moved by " + moved + " with " + event);
    }

    private void control(EventView event) {
        if ("draining".equals(event.data().get("mode"))) {
            draining.add(event.host());
        } else {
            draining.remove(event.host());
        }
    }

    private void job(ReadTransaction tx, EventView event, JobId id) {
        boolean waits = event.stage().equals("queue");
        switch (event.type()) {
            case "job-placed" -> placed(tx, event, id);
            case "artifact-publication-blocked" -> undecided.add(id);
            case "job-publication-retried", "job-discarded" -> undecided.remove(id);
            default -> {}
        }
        if (!waits) {
            queue.remove(id);
        } else if (!queue.containsKey(id)) {
            enter(tx, event, id);
        }
    }

    /** A job that is queued again by itself has the place it had; one that an operator retries stands behind all others. */
    private void enter(ReadTransaction tx, EventView event, JobId id) {
        Queued first = places.computeIfAbsent(
                id, _ -> new Queued(event.seq(), Needs.of(tx.jobs().job(id).orElseThrow())));
        boolean anew = event.type().equals("job-submitted") || event.type().equals("job-retried");
        Queued place = anew ? new Queued(event.seq(), first.needs()) : first;
        places.put(id, place);
        queue.put(id, place);
    }

    private void placed(ReadTransaction tx, EventView event, JobId id) {
        findings.require(!draining.contains(event.host()), Rule.DRAINED, event.host() + " is draining and got " + id);
        boolean builder = tx.fleet()
                .host(new HostName(event.host()))
                .filter(host -> host.role() == HostRole.BUILDER)
                .isPresent();
        Queued own = queue.get(id);
        if (own == null) {
            findings.broken(Rule.ONE_LIVE_ATTEMPT, id + " did not wait and was placed");
            return;
        }
        if (builder) {
            inOrder(id, own);
        } else {
            lease.used(event);
        }
    }

    private void inOrder(JobId id, Queued own) {
        queue.forEach((other, queued) -> findings.require(
                queued.place() >= own.place() || !queued.needs().equals(own.needs()),
                Rule.FIFO,
                id + " was placed before " + other + ", which needs the same and was first"));
    }
}
