package build.offload.kernel.reconcile;

import static build.offload.kernel.rig.Answered.host;
import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.rig.Answered;
import build.offload.kernel.rig.Call;
import build.offload.kernel.rig.Order;
import build.offload.kernel.rig.Rig;
import build.offload.kernel.rig.RigExtension;
import build.offload.kernel.rig.ScriptedHost;
import build.offload.kernel.rig.Trouble;
import build.offload.kernel.store.WorkspaceRow;
import build.offload.kernel.transition.DecideOutputs;
import build.offload.kernel.transition.DecideOutputs.Decision;
import build.offload.kernel.transition.DiscardWorkspace;
import build.offload.kernel.transition.DiscardWorkspace.Reason;
import build.offload.kernel.transition.WorkspaceDiscarded;
import build.offload.spi.executor.ExecutorException.Kind;
import build.offload.spi.frontend.EventView;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import build.offload.spi.model.MirrorId;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a host keeps goes when somebody asks for it or when it was unused for too long, and never from under an attempt. */
@ExtendWith(RigExtension.class)
class KeptWorkspacesGoTest {

    private final Rig rig;
    private final ScriptedHost a;

    KeptWorkspacesGoTest(Rig rig) {
        this.rig = rig;
        a = rig.enrolled("a", 2).leaves("out/app", "built");
    }

    private static Order keeping(String key) {
        return Order.named(key).bringing("out/*").keeping("target/");
    }

    private MirrorId kept() {
        rig.until(rig.submit(keeping("first")), JobStage.SUCCEEDED);
        rig.settle();
        assertThat(a.keptWorkspaces()).isEqualTo(1);
        return rows().getFirst().mirror();
    }

    private List<WorkspaceRow> rows() {
        return rig.ledger().read(tx -> tx.workspaces().all());
    }

    private List<String> reasons(String type) {
        return rig.ledger().events().stream()
                .filter(event -> event.type().equals(type))
                .map(EventView::reason)
                .toList();
    }

    private Answered discard(MirrorId checkout) {
        return rig.answered(new DiscardWorkspace(host("a"), checkout, Reason.REQUESTED));
    }

    @Test
    void whatIsDiscardedGoesFromTheHostAndThenFromTheStore() {
        MirrorId checkout = kept();

        Answered answered = discard(checkout);

        assertThat(answered.story()).containsExactly("workspace-discarding/workspace-discard");
        assertThat(answered.events().getFirst().repo())
                .isEqualTo(rows().getFirst().repo());
        assertThat(discard(checkout).changed()).as("it is so already").isFalse();
        rig.settle();
        assertThat(a.keptWorkspaces()).isZero();
        assertThat(rows()).isEmpty();
        assertThat(reasons("workspace-discarded")).containsExactly("discarded");
        assertThat(discard(checkout).code()).isEqualTo("unknown-workspace");
        assertThat(rig.answered(new WorkspaceDiscarded(host("a"), checkout)).code())
                .isEqualTo("not-discarding");
    }

    @Test
    void whatAHostOutOfReachIsToRemoveGoesToNobodyAndIsRemovedWhenItAnswers() {
        MirrorId checkout = kept();
        a.always(Call.DISCARD, Trouble.failing(Kind.CONNECTION_LOST));
        discard(checkout);
        rig.settle();

        JobId second = rig.submit(keeping("second"));
        rig.until(second, JobStage.SUCCEEDED);

        assertThat(rows()).singleElement().satisfies(row -> {
            assertThat(row.discarding()).isTrue();
            assertThat(row.holder()).isEmpty();
        });
        assertThat(a.keepComplaints()).isEmpty();

        a.recovers(Call.DISCARD);
        rig.until("removed", () -> rows().isEmpty());
        assertThat(a.keptWorkspaces()).isZero();
    }

    @Test
    void whatAnAttemptHasIsNotDiscardedAndTheRefusalSaysWhoseItIsAndWhatToDo() {
        a.runs();
        JobId job = rig.submit(keeping("running"));
        rig.until(job, JobStage.RUNNING);

        Answered refused = discard(rows().getFirst().mirror());

        assertThat(refused.code()).isEqualTo("workspace-held");
        assertThat(refused.refusal().message()).contains("job " + job, "offload cancel " + job);
        a.exits(0);
        rig.until(job, JobStage.SUCCEEDED);
        assertThat(a.keepComplaints()).isEmpty();
    }

    @Test
    void whatABlockedJobHasStaysUntilItIsDecided() {
        a.once(Call.FOLLOW, Trouble.meanwhile(() -> rig.checkout().write("src/main.c", "edited\n")));
        JobId job = rig.submit(keeping("blocked"));
        rig.until(job, JobStage.BLOCKED);
        rig.advance(Duration.ofDays(30));

        assertThat(discard(rows().getFirst().mirror()).refusal().message())
                .contains("offload publish " + job, "offload discard " + job);

        Rig.committed(rig.ask(new DecideOutputs(job, Decision.DISCARD)));
        rig.settle();
        assertThat(rows())
                .singleElement()
                .satisfies(row -> assertThat(row.idle()).isTrue());
    }

    @Test
    void whatNoBuildUsedForTwoWeeksGoes() {
        kept();

        rig.advance(Duration.ofDays(13));
        assertThat(rows()).hasSize(1);
        rig.advance(Duration.ofDays(2));
        rig.settle();

        assertThat(rows()).isEmpty();
        assertThat(a.keptWorkspaces()).isZero();
        assertThat(reasons("workspace-discarding")).containsExactly("idle");
    }
}
