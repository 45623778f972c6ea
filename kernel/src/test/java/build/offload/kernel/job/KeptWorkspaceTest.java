package build.offload.kernel.job;

import static build.offload.kernel.rig.Answered.host;
import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.rig.Order;
import build.offload.kernel.rig.Rig;
import build.offload.kernel.rig.RigExtension;
import build.offload.kernel.store.WorkspaceRow;
import build.offload.kernel.transition.Transition.AttemptFailed;
import build.offload.kernel.transition.Transition.AttemptPrepared;
import build.offload.kernel.transition.Transition.AttemptSwept;
import build.offload.kernel.transition.Transition.RemoveHost;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.InfraFailure;
import build.offload.spi.model.JobId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** One attempt at a time has the workspace that a host keeps for a checkout, from its placement until it was swept. */
@ExtendWith(RigExtension.class)
class KeptWorkspaceTest {

    private final Rig rig;

    KeptWorkspaceTest(Rig rig) {
        this.rig = rig;
        rig.enrolled("a", 2);
    }

    private AttemptId placed(Order order) {
        JobId job = rig.submit(order);
        rig.ask(rig.plan(1));
        return new AttemptId(job, 1);
    }

    private AttemptId keeping(String key) {
        return placed(Order.named(key).keeping("target/"));
    }

    private void swept(AttemptId attempt, OptionalLong kept) {
        rig.ask(new AttemptFailed(attempt, InfraFailure.EXECUTOR_LOST, "gone", true));
        assertThat(rig.answered(new AttemptSwept(attempt, kept)).story()).containsExactly("attempt-swept/swept");
    }

    private List<WorkspaceRow> rows() {
        return rig.ledger().read(tx -> tx.workspaces().all());
    }

    private Optional<AttemptId> holder() {
        return rows().stream().flatMap(row -> row.holder().stream()).findFirst();
    }

    @Test
    void aKeepingAttemptHasItFromItsPlacementAndNoOtherGetsItMeanwhile() {
        AttemptId first = keeping("first");
        assertThat(holder()).contains(first);

        AttemptId second = keeping("second");

        assertThat(rig.ledger().slots("a")).as("both run").isEqualTo(2);
        assertThat(holder()).contains(first);
        swept(second, OptionalLong.empty());
        assertThat(holder()).as("what another one's sweep leaves alone").contains(first);
    }

    @Test
    void whatIsKeptIsThereForTheNextOneAndWhatIsNotIsForgotten() {
        swept(keeping("first"), OptionalLong.of(4096));
        assertThat(rows()).singleElement().satisfies(row -> {
            assertThat(row.holder()).isEmpty();
            assertThat(row.bytes()).isEqualTo(4096);
        });

        AttemptId second = keeping("second");
        assertThat(holder()).contains(second);
        rig.ask(new AttemptPrepared(second, 0));
        swept(second, OptionalLong.empty());

        assertThat(rows()).isEmpty();
    }

    @Test
    void anAttemptThatWasNeverLaidOutTakesNothingAway() {
        swept(keeping("first"), OptionalLong.of(4096));

        swept(keeping("second"), OptionalLong.empty());

        assertThat(rows()).singleElement().satisfies(row -> {
            assertThat(row.holder()).isEmpty();
            assertThat(row.bytes()).isEqualTo(4096);
        });
    }

    @Test
    void aBuildThatKeepsNothingReservesNothing() {
        placed(Order.named("hermetic"));

        assertThat(rows()).isEmpty();
    }

    @Test
    void whatAHostThatIsLetGoKeptIsForgotten() {
        swept(keeping("first"), OptionalLong.of(1));
        rig.ask(new RemoveHost(host("a")));
        assertThat(rows()).isEmpty();
    }

    @Test
    void anotherMachineByTheSameNameHasNothingOfIt() {
        swept(keeping("first"), OptionalLong.of(1));

        rig.observed("a", Optional.empty());
        assertThat(rows()).as("the machine that it was").hasSize(1);
        rig.host("a").isReplacedBy("another");
        rig.observed("a", Optional.empty());

        assertThat(rows()).isEmpty();
    }
}
