package build.offload.kernel.dispatch;

import static build.offload.kernel.rig.Answered.host;
import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.rig.Order;
import build.offload.kernel.rig.Rig;
import build.offload.kernel.rig.RigExtension;
import build.offload.kernel.store.TicketRow;
import build.offload.kernel.transition.EditHost;
import build.offload.kernel.transition.Transition.BoxDrain;
import build.offload.kernel.transition.Transition.CancelJob;
import build.offload.spi.frontend.OperatorCall.HostEdit;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A job asks for hosts of a label, and does not wait for ever. */
@ExtendWith(RigExtension.class)
class LabelledPlacementTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Rig rig;

    LabelledPlacementTest(Rig rig) {
        this.rig = rig;
        rig.enrolled("a", 1).runs();
    }

    private JobId submitted(String key) {
        return rig.submit(Order.named(key).onLabelled("rack", "b", LIMIT));
    }

    private void label(String name, String value) {
        HostEdit edit = new HostEdit(
                OptionalInt.empty(),
                Optional.empty(),
                Map.of("rack", value),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false);
        rig.answered(new EditHost(host(name), edit, Optional.empty()));
    }

    @Test
    void jobWaitsBlockedUntilAHostIsLabelledAndThenRunsThere() {
        label("a", "c");
        JobId job = submitted("1");
        rig.tick();
        assertThat(rig.ledger().ticket(job).orElseThrow().state()).isEqualTo(TicketRow.State.BLOCKED);
        assertThat(rig.ledger().ticket(job).orElseThrow().detail().orElseThrow())
                .contains("it is not labelled rack=b");

        label("a", "b");
        rig.until(job, JobStage.RUNNING);
    }

    @Test
    void whatIsMissingIsNamedByItsOwnCode() {
        label("a", "c");
        JobId job = submitted("1");
        rig.answered(new BoxDrain(host("a"), OptionalLong.empty()));
        label("a", "b");
        rig.tick();
        label("a", "c");
        rig.tick();

        assertThat(rig.ledger().story(job))
                .containsExactly(
                        "job-submitted/label-missing",
                        "ticket-waiting/satisfiable-again",
                        "ticket-blocked/label-missing");
    }

    @Test
    void jobThatNoHostTookInTimeIsGivenUpAndOneThatWasTakenGoesOn() {
        label("a", "b");
        JobId taken = submitted("taken");
        JobId late = submitted("late");
        rig.advanceBySeconds(29);
        assertThat(rig.ledger().stage(late)).isEqualTo(JobStage.WAITING);

        rig.advanceBySeconds(2);

        assertThat(rig.ledger().stage(late)).isEqualTo(JobStage.CANCELLED);
        assertThat(rig.ledger().why(late)).contains("queue-timeout");
        assertThat(rig.ledger().story(late)).contains("job-cancelled/queue-timeout");
        assertThat(rig.ledger().stage(taken)).isEqualTo(JobStage.RUNNING);
        assertThat(rig.answered(new CancelJob(taken, CancelJob.QUEUE_LIMIT)).code())
                .isEqualTo("not-waiting");
    }
}
