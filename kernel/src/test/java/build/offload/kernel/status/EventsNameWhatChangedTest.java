package build.offload.kernel.status;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.event.ChangeFollower;
import build.offload.kernel.rig.Order;
import build.offload.kernel.rig.Rig;
import build.offload.kernel.store.CapabilityRow;
import build.offload.kernel.store.CircuitRow;
import build.offload.kernel.store.ControlRow;
import build.offload.kernel.store.HostRow;
import build.offload.kernel.store.ReadTransaction;
import build.offload.kernel.transition.Transition;
import build.offload.spi.executor.ExecutorException.Kind;
import build.offload.spi.frontend.ControllerStatus.HostStatus;
import build.offload.spi.model.HostName;
import build.offload.spi.model.HostState;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The rule that the read side rests on, held against every transition that the real loops and operators make: its events name
 * each job and each host whose rows it changes. Where one did not, what is kept would differ from what is read from nothing.
 */
class EventsNameWhatChangedTest {

    private final TestFolder folder = new TestFolder();
    private final Rig rig = new Rig(folder.path());
    private final ClusterModel kept = new ClusterModel();
    private final ChangeFollower follower = ChangeFollower.withLooks(kept);

    @BeforeEach
    void start() {
        look();
    }

    @AfterEach
    void stop() {
        rig.close();
        folder.close();
    }

    @Test
    void buildsThatSucceedFailAndAreCancelled() {
        rig.enrolled("a", 1).leaves("target/app.jar", "built");
        look();
        JobId first = rig.submit(Order.named("1").bringing("target/*.jar"));
        look();
        stepUntil(first, JobStage.SUCCEEDED);
        rig.host("a").exits(1);
        stepUntil(rig.submit("2"), JobStage.FAILED);
        rig.host("a").runs();
        JobId running = rig.submit("3");
        JobId waiting = rig.submit("4");
        stepUntil(running, JobStage.RUNNING);
        ask(new Transition.CancelJob(waiting, Transition.CancelJob.REQUESTED));
        ask(new Transition.CancelJob(running, Transition.CancelJob.REQUESTED));
        stepUntil(running, JobStage.CANCELLED);
        steps(5);
    }

    @Test
    void buildsThatInfrastructureFails() {
        rig.enrolled("a", 2).neverStarts();
        look();
        JobId again = rig.submit("1");
        stepUntil(again, JobStage.LOST);
        rig.host("a").vanishes();
        JobId lost = rig.submit("2");
        stepUntil(lost, JobStage.LOST);
        steps(5);
        rig.host("a").exits(0);
        ask(new Transition.JobRetry(lost));
        stepUntil(lost, JobStage.SUCCEEDED);
    }

    @Test
    void publicationsThatAreBlocked() {
        rig.enrolled("a", 1).leaves("target/app.jar", "built").runs();
        look();
        JobId job = rig.submit(Order.named("1").bringing("target/*.jar"));
        stepUntil(job, JobStage.RUNNING);
        rig.checkout().write("src/main.c", "int main(void) { return 1; }\n");
        rig.host("a").exits(0);
        stepUntil(job, JobStage.BLOCKED);
        steps(5);
    }

    @Test
    void jobsThatNoHostCanTakeUntilOneCan() {
        rig.enrolled("a", 1).lacks("cobol");
        look();
        rig.submit(Order.named("1").needing("cobol", "*"));
        steps(3);
        rig.host("a").has("cobol", "1.0");
        steps(30);
    }

    @Test
    void drainsAndRestores() {
        rig.enrolled("a", 1).runs();
        look();
        JobId job = rig.submit("1");
        stepUntil(job, JobStage.RUNNING);
        ask(new Transition.BoxDrain(new HostName("a"), OptionalLong.empty()));
        steps(2);
        rig.host("a").exits(0);
        stepUntil("a", HostState.MAINTENANCE);
        ask(new Transition.BoxRestore(new HostName("a"), OptionalLong.empty()));
        stepUntil("a", HostState.AVAILABLE);
    }

    @Test
    void circuitsThatOpenAndClose() {
        rig.enrolled("a", 1).exits(127);
        look();
        for (int i = 0; i < 5; i++) {
            rig.submit("k" + i);
            steps(3);
        }
        rig.host("a").installs("make").exits(0);
        ask(new Transition.HostQuarantine(new HostName("a"), "playwright"));
        ask(new Transition.HostUnquarantine(new HostName("a"), "playwright"));
        ask(new Transition.HostUnquarantine(new HostName("a"), "make"));
        steps(20);
    }

    @Test
    void hostsThatFallSilentAndReturnAndLeave() {
        rig.enrolled("a", 1);
        rig.enrolled("b", 1);
        rig.enterWorkstation("laptop");
        look();
        stepUntil(rig.submit("1"), JobStage.SUCCEEDED);
        rig.host("a").falls(Kind.UNREACHABLE);
        stepUntil("a", HostState.DEGRADED);
        rig.host("a").returns();
        stepUntil("a", HostState.AVAILABLE);
        steps(20);
        ask(new Transition.SetDesiredMode(HostState.DRAINING));
        ask(new Transition.AdmissionReconcile(Optional.empty()));
        ask(new Transition.RemoveHost(new HostName("a")));
        ask(new Transition.RemoveHost(new HostName("b")));
    }

    private void ask(Transition transition) {
        rig.ask(transition);
        look();
    }

    private void steps(int seconds) {
        for (int i = 0; i < seconds; i++) {
            rig.advance(Duration.ofSeconds(1));
            look();
        }
    }

    private void stepUntil(JobId job, JobStage stage) {
        look();
        for (int i = 0; i < 200 && rig.ledger().stage(job) != stage; i++) {
            steps(1);
        }
        assertThat(rig.ledger().stage(job)).isEqualTo(stage);
    }

    private void stepUntil(String host, HostState state) {
        for (int i = 0; i < 200 && rig.ledger().state(host) != state; i++) {
            steps(1);
        }
        assertThat(rig.ledger().state(host)).isEqualTo(state);
    }

    private void look() {
        rig.ledger().read(this::keptEqualsFresh);
    }

    private boolean keptEqualsFresh(ReadTransaction tx) {
        follower.follow(tx, rig.clock().now());
        ClusterModel fresh = new ClusterModel();
        fresh.readAll(tx);
        assertThat(kept.tickets()).isEqualTo(fresh.tickets());
        assertThat(kept.running()).isEqualTo(fresh.running());
        assertThat(kept.finished()).isEqualTo(fresh.finished());
        assertThat(hosts(kept)).isEqualTo(hosts(fresh));
        return true;
    }

    private static List<Compared> hosts(ClusterModel model) {
        return model.hosts().stream()
                .map(host -> new Compared(
                        host.row(),
                        host.control(),
                        host.capabilities(),
                        host.circuits(),
                        host.status(),
                        host.candidate().freeSlots()))
                .toList();
    }

    private record Compared(
            HostRow row,
            ControlRow control,
            List<CapabilityRow> capabilities,
            List<CircuitRow> circuits,
            HostStatus status,
            int freeSlots) {}
}
