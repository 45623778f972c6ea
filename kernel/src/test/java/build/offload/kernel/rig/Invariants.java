package build.offload.kernel.rig;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.store.AttemptRow;
import build.offload.kernel.store.HostRow;
import build.offload.kernel.store.Intent;
import build.offload.kernel.store.JobRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.spi.model.JobStage;
import java.util.List;

/** What holds between any two transitions, whatever the hosts and the controller have been through. */
final class Invariants {

    private static final int ALL = 100_000;

    private Invariants() {}

    static void check(ReadTransaction tx) {
        List<AttemptRow> active = tx.jobs().activeAttempts();
        for (JobRow job : tx.jobs().newest(ALL)) {
            check(tx, job, active);
        }
        for (HostRow host : tx.fleet().hosts()) {
            check(tx, host, active);
        }
        assertThat(tx.intents().after(0, ALL))
                .as("no intent stays open")
                .extracting(Intent::state)
                .doesNotContain(Intent.State.OPEN);
    }

    private static void check(ReadTransaction tx, JobRow job, List<AttemptRow> active) {
        JobStage stage = job.progress().stage();
        assertThat(tx.queue().ticket(job.id()).isPresent())
                .as("a job has a ticket exactly while it waits: %s", stage)
                .isEqualTo(stage == JobStage.WAITING);
        assertThat(job.progress().ending().isPresent())
                .as("a job has an ending exactly at its end: %s", stage)
                .isEqualTo(stage.finished());
        long running = active.stream()
                .filter(attempt -> attempt.id().job().equals(job.id()))
                .count();
        boolean underWay = stage != JobStage.WAITING && !stage.finished();
        assertThat(running)
                .as("a job has one attempt under way exactly while it is: %s", stage)
                .isEqualTo(underWay ? 1 : 0);
    }

    private static void check(ReadTransaction tx, HostRow host, List<AttemptRow> active) {
        int taken = tx.queue().slotsTaken(host.name());
        long needed = active.stream()
                .filter(attempt -> attempt.host().equals(host.name()))
                .filter(attempt -> attempt.times().collected().isEmpty())
                .count();
        assertThat(taken).as("slots taken on %s", host.name()).isBetween((int) needed, host.slots());
    }
}
