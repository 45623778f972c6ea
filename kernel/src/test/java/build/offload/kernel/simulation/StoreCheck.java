package build.offload.kernel.simulation;

import build.offload.kernel.store.AttemptRow;
import build.offload.kernel.store.Overview;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.TicketRow;
import build.offload.kernel.store.WorkspaceRow;
import build.offload.spi.frontend.EventView;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Compares, after each step, what stands in the store and what lives on the hosts with the rules. */
final class StoreCheck {

    private static final int ALL = 100_000;

    private final Findings findings;
    private final EventCheck history;

    StoreCheck(Findings findings, LeaseCheck lease) {
        this.findings = findings;
        this.history = new EventCheck(findings, lease);
    }

    /** Check everything. */
    void check(ReadTransaction tx, Collection<SimulatedHost> hosts) {
        checkHosts(hosts);
        long seq = tx.events().lastSeq();
        long revision = tx.cluster().revision();
        if (seq == history.seq() && revision == history.revision()) {
            return;
        }
        List<EventView> news = tx.events().after(history.seq(), ALL);
        news.forEach(event -> history.follow(tx, event));
        findings.require(
                seq == history.seq(),
                Rule.EVENTS,
                "the last event is " + seq + ", and following them leads to " + history.seq());
        findings.require(
                revision == history.revision(),
                Rule.REVISION,
                "it is " + revision + ", and the last event's is " + history.revision());
        List<Overview.Job> unfinished = Overview.jobs(tx).stream()
                .filter(job -> !job.stage().finished())
                .toList();
        List<AttemptRow> active = tx.jobs().activeAttempts();
        checkLedger(tx, unfinished, active);
        history.undecided()
                .forEach(id -> findings.require(
                        isKept(tx, id), Rule.KEPT, id + " is given up, and nobody has decided about its outputs"));
        Overview.slots(tx).forEach(host -> checkSlots(host, active));
        tx.workspaces().all().forEach(row -> checkHolder(tx, row));
    }

    /** Its outputs are in staging; its workspace stays beside, for whoever has to decide. */
    private static boolean isKept(ReadTransaction tx, JobId id) {
        return tx.jobs()
                .progress(id)
                .filter(job -> job.stage() == JobStage.BLOCKED)
                .flatMap(job -> tx.jobs().attempt(new AttemptId(id, job.attempt())))
                .filter(attempt -> !attempt.swept())
                .isPresent();
    }

    private void checkLedger(ReadTransaction tx, List<Overview.Job> unfinished, List<AttemptRow> active) {
        Map<Boolean, List<Overview.Job>> waiting =
                unfinished.stream().collect(Collectors.partitioningBy(job -> job.stage() == JobStage.WAITING));
        Set<JobId> tickets = tx.queue().tickets().stream().map(TicketRow::job).collect(Collectors.toSet());
        Set<JobId> queued = waiting.getOrDefault(true, List.of()).stream()
                .map(Overview.Job::id)
                .collect(Collectors.toSet());
        findings.require(tickets.equals(queued), Rule.LEDGER, "tickets of " + tickets + ", waiting are " + queued);
        findings.require(
                history.queued().equals(queued),
                Rule.LEDGER,
                "by events there wait " + history.queued() + ", by the ledger " + queued);
        Set<AttemptId> under = waiting.getOrDefault(false, List.of()).stream()
                .map(Overview.Job::attemptId)
                .collect(Collectors.toSet());
        Set<AttemptId> running = active.stream().map(AttemptRow::id).collect(Collectors.toSet());
        findings.require(
                running.stream().map(AttemptId::job).distinct().count() == running.size(),
                Rule.ONE_LIVE_ATTEMPT,
                "under way are " + running);
        findings.require(running.equals(under), Rule.LEDGER, "under way are " + running + ", by the jobs " + under);
    }

    /** What is collected needs its host no more; what is lost keeps its slot until the host was seen without it. */
    private void checkSlots(Overview.Slots host, List<AttemptRow> active) {
        long needed = active.stream()
                .filter(attempt -> attempt.host().equals(host.host()))
                .filter(attempt -> attempt.times().collected().isEmpty())
                .count();
        findings.require(
                needed <= host.taken() && host.taken() <= host.all(),
                Rule.SLOTS,
                host.host() + " has " + host.all() + " slots, " + host.taken() + " taken and " + needed + " needed");
    }

    /** What has a workspace may not be over: nobody would ever give it up. */
    private void checkHolder(ReadTransaction tx, WorkspaceRow row) {
        row.holder()
                .ifPresent(holder -> findings.require(
                        tx.jobs()
                                .attempt(holder)
                                .filter(attempt ->
                                        !attempt.swept() && attempt.host().equals(row.host()))
                                .isPresent(),
                        Rule.ONE_HOLDER,
                        holder + " is over, and has a workspace on " + row.host()));
    }

    private void checkHosts(Collection<SimulatedHost> hosts) {
        Set<AttemptId> started = new HashSet<>();
        Set<JobId> alive = new HashSet<>();
        for (SimulatedHost host : hosts) {
            host.host()
                    .started()
                    .forEach(attempt -> findings.require(
                            started.add(attempt), Rule.STARTED_ONCE, attempt + " was started again on " + host.name()));
            host.host()
                    .alive()
                    .forEach(attempt -> findings.require(
                            alive.add(attempt.job()),
                            Rule.ONE_LIVE_ATTEMPT,
                            "two commands live of job " + attempt.job()));
            findings.require(
                    host.host().keepComplaints().isEmpty(),
                    Rule.ONE_HOLDER,
                    String.join("; ", host.host().keepComplaints()));
            findings.require(
                    host.host().complaints().isEmpty(),
                    Rule.NO_MISTAKE,
                    String.join("; ", host.host().complaints()));
        }
    }

    /** Check that nothing is left to do: what cannot be built anywhere may wait. */
    boolean over(ReadTransaction tx, Function<JobId, Boolean> buildable) {
        boolean waits = tx.queue().tickets().stream()
                .anyMatch(ticket -> ticket.state() == TicketRow.State.WAITING || buildable.apply(ticket.job()));
        boolean works = !tx.jobs().activeAttempts().isEmpty();
        boolean reserved = !tx.queue().slotsTaken().isEmpty();
        return !waits
                && !works
                && !reserved
                && !unswept(tx)
                && tx.workspaces().all().stream().noneMatch(WorkspaceRow::discarding)
                && tx.intents().open().isEmpty();
    }

    private static boolean unswept(ReadTransaction tx) {
        return !tx.jobs()
                .unsweptAttempts(java.time.Instant.parse("9999-01-01T00:00:00Z"), java.time.Instant.EPOCH, 1)
                .isEmpty();
    }
}
