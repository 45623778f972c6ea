package build.offload.kernel.rig;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.store.AttemptRow;
import build.offload.kernel.store.HostRow;
import build.offload.kernel.store.Intent;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.store.TicketRow;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What holds between any two transitions, whatever the hosts and the controller have been through. */
final class Invariants {

    private static final int ALL = 100_000;

    private long closedUpTo;

    void check(ReadTransaction tx) {
        List<JobRow> all = tx.jobs().newest(ALL);
        Set<JobId> read = all.stream().map(JobRow::id).collect(Collectors.toSet());
        List<JobRow> unfinished =
                all.stream().filter(job -> !job.progress().stage().finished()).toList();
        List<AttemptRow> active = tx.jobs().activeAttempts().stream()
                .filter(attempt -> readable(tx, read, attempt.id().job()))
                .toList();
        assertThat(tx.queue().tickets().stream().filter(ticket -> readable(tx, read, ticket.job())))
                .as("a job has a ticket exactly while it waits")
                .extracting(TicketRow::job)
                .containsExactlyInAnyOrderElementsOf(waiting(unfinished));
        assertThat(active)
                .as("a job has an attempt under way exactly while it is under way itself")
                .extracting(AttemptRow::id)
                .containsExactlyInAnyOrderElementsOf(underWay(unfinished));
        tx.fleet().hosts().forEach(host -> check(tx, host, active));
        checkIntents(tx);
    }

    /** Of a job that a test damaged nothing can be said. */
    private static boolean readable(ReadTransaction tx, Set<JobId> read, JobId job) {
        return read.contains(job) || tx.readable("job " + job.value());
    }

    private static List<JobId> waiting(List<JobRow> unfinished) {
        return unfinished.stream()
                .filter(job -> job.progress().stage() == JobStage.WAITING)
                .map(JobRow::id)
                .toList();
    }

    private static List<AttemptId> underWay(List<JobRow> unfinished) {
        return unfinished.stream()
                .filter(job -> job.progress().stage() != JobStage.WAITING)
                .map(JobRow::attemptId)
                .toList();
    }

    private static void check(ReadTransaction tx, HostRow host, List<AttemptRow> active) {
        int taken = tx.queue().slotsTaken(host.name());
        long needed = active.stream()
                .filter(attempt -> attempt.host().equals(host.name()))
                .filter(attempt -> attempt.times().collected().isEmpty())
                .count();
        assertThat(taken).as("slots taken on %s", host.name()).isBetween((int) needed, host.slots());
    }

    private void checkIntents(ReadTransaction tx) {
        List<Intent> intents = tx.intents().after(closedUpTo, ALL);
        assertThat(intents).as("no intent stays open").extracting(Intent::state).doesNotContain(Intent.State.OPEN);
        closedUpTo = tx.intents().lastId();
    }
}
