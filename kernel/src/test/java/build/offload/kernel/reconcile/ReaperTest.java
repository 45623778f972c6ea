package build.offload.kernel.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.kernel.rig.MemoryFolder;
import build.offload.kernel.rig.Order;
import build.offload.kernel.rig.Rig;
import build.offload.kernel.rig.RigParts;
import build.offload.kernel.rig.RigSettings;
import build.offload.kernel.rig.ScriptedHost;
import build.offload.kernel.snapshot.InMemoryCapturing;
import build.offload.kernel.transition.Outcome;
import build.offload.kernel.transition.Transition;
import build.offload.kernel.transition.Transition.AttemptExited;
import build.offload.kernel.transition.Transition.CancelJob;
import build.offload.spi.model.AttemptId;
import build.offload.spi.model.JobId;
import build.offload.spi.model.JobStage;
import build.offload.spi.model.ProcessIdentity;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What belongs to processes that are gone is released, each by itself, and never what has come to its end meanwhile. */
class ReaperTest {

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private Rig rig;
    private Way way = Way.AS_IT_IS;
    private Optional<JobId> concerned = Optional.empty();

    /** What happens on the way of a cancel. */
    private enum Way {
        AS_IT_IS,
        FAILS,
        COMES_LATE
    }

    @BeforeEach
    void start() {
        rig = new Rig(
                folder,
                RigSettings.standard()
                        .with(new RigParts(UnaryOperator.identity(), this::meddling, new InMemoryCapturing())));
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    private Transitions meddling(Transitions real) {
        return transition -> meddled(real, transition);
    }

    private Outcome meddled(Transitions real, Transition transition) {
        if (transition instanceof CancelJob(JobId job, String _) && concerned.equals(Optional.of(job))) {
            switch (way) {
                case AS_IT_IS -> {}
                case FAILS -> throw new IllegalStateException("as scripted");
                case COMES_LATE -> real.apply(new AttemptExited(new AttemptId(job, 1), 0));
            }
        }
        return real.apply(transition);
    }

    private JobId awaited(String key, ProcessIdentity owner) {
        return rig.submit(Order.named(key).awaitedBy(owner));
    }

    @Test
    @Tag("B29")
    @Tag("B69")
    void oneThatCannotBeReleasedKeepsNoOtherFromItAndIsSaid() {
        // given 200 jobs that wait for nobody any more, and one of which cannot be released
        List<JobId> jobs = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            jobs.add(awaited("key-" + i, rig.processes().start(5_000 + i, 99)));
        }
        rig.tick();
        Instant before = rig.reapedAt().orElseThrow();
        concerned = Optional.of(jobs.get(70));
        way = Way.FAILS;
        for (int i = 0; i < 200; i++) {
            rig.processes().end(5_000 + i);
        }

        // when
        rig.advanceBySeconds(1);

        // then
        assertThat(jobs)
                .filteredOn(job -> rig.ledger().stage(job) == JobStage.CANCELLED)
                .hasSize(199);
        assertThat(rig.lastPass().orElseThrow().clean()).isFalse();
        assertThat(rig.reapedAt()).contains(before);

        // when it can be
        way = Way.AS_IT_IS;
        rig.advanceBySeconds(1);

        // then
        assertThat(rig.ledger().why(jobs.get(70))).isEqualTo("owner-gone");
        assertThat(rig.lastPass().orElseThrow().clean()).isTrue();
        assertThat(rig.reapedAt()).contains(rig.clock().now());
    }

    @Test
    @Tag("B65")
    void jobThatEndsWhileItIsBeingReleasedStaysAsItEnded() {
        ScriptedHost host = rig.enrolled("a", 1).runs();
        ProcessIdentity owner = rig.processes().start(4_711, 99);
        JobId job = awaited("key", owner);
        rig.until(job, JobStage.RUNNING);
        concerned = Optional.of(job);
        way = Way.COMES_LATE;

        rig.processes().end(owner.pid());
        rig.advanceBySeconds(15);
        host.exits(0);
        rig.advanceBySeconds(5);

        assertThat(rig.ledger().stage(job)).isEqualTo(JobStage.SUCCEEDED);
        assertThat(rig.ledger().story(job)).noneMatch(step -> step.contains("cancel"));
        assertThat(rig.ledger().slots("a")).isZero();
    }

    @Test
    @Tag("B69")
    @Tag("B76")
    void ofTwentyThatRanWhenTheControllerDiedNoneStaysRunning() {
        // given ten builds on each of two hosts
        ScriptedHost a = rig.enrolled("a", 10).runs();
        ScriptedHost b = rig.enrolled("b", 10).runs();
        List<JobId> jobs = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            jobs.add(rig.submit("key-" + i));
        }
        rig.until("all run", () -> a.alive().size() == 10 && b.alive().size() == 10);

        // when the controller dies, one host boots and the other's builds end
        rig.restart();
        b.boots("boot-2");
        a.exits(0);
        rig.until(
                "all at their end",
                () -> jobs.stream().allMatch(job -> rig.ledger().stage(job).finished()));

        // then
        assertThat(jobs)
                .filteredOn(job -> rig.ledger().stage(job) == JobStage.SUCCEEDED)
                .hasSize(10);
        assertThat(jobs)
                .filteredOn(job -> rig.ledger().stage(job) == JobStage.LOST)
                .hasSize(10);
        assertThat(a.started()).hasSize(10);
        assertThat(b.started()).hasSize(10);
        rig.until("no slot taken", () -> rig.ledger().slots("a") + rig.ledger().slots("b") == 0);
    }
}
