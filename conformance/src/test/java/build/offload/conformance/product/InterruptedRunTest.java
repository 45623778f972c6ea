package build.offload.conformance.product;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.distribution.client.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However a build is given up, nothing of it goes on and the one slot of its host is free again. */
class InterruptedRunTest {

    /** A grandchild that ignores TERM, and a child in a session of its own that does too; both are up when it says so. */
    private static final String STUBBORN =
            "rm -f one two; sh -c '(trap \"\" TERM; : >one; while :; do sleep 0.1; done) & wait' & "
                    + "setsid sh -c 'trap \"\" TERM; : >two; while :; do sleep 0.1; done' & "
                    + "until [ -e one ] && [ -e two ]; do sleep 0.01; done; echo up; exec sleep 600";

    /** A child that ends when it is asked to. */
    private static final String PLAIN = "sleep 600 & echo up; wait";

    @TempDir
    private static Path folder;

    private static SshFleet fleet;

    private final String mark = UUID.randomUUID().toString();

    @BeforeAll
    static void start() throws Exception {
        fleet = SshFleet.start(folder, 1);
    }

    @AfterAll
    static void stop() throws Exception {
        if (fleet != null) {
            fleet.close();
        }
    }

    /** Begin a build that never ends by itself and has written half of its output; all it starts carries the mark. */
    private ProductCommand endlessBuild(Project project, String script) throws Exception {
        List<String> line = new ArrayList<>(List.of("run", "--output", "made", "--"));
        line.addAll(Processes.marking(mark));
        line.addAll(List.of("sh", "-c", "echo half >made; " + script));
        ProductCommand build = fleet.product().begin(project.root(), line.toArray(String[]::new));
        build.awaitOutput("up");
        assertThat(Processes.marked(mark)).hasSizeGreaterThanOrEqualTo(2);
        return build;
    }

    private Json newestJob() throws Exception {
        return fleet.product().read("jobs").list("jobs").getFirst();
    }

    private void assertCancelledWithoutTrace(Project project, String why) throws Exception {
        Json job = newestJob();
        assertThat(job.text("stage")).contains("cancelled");
        assertThat(job.at("why").text("code")).contains(why);
        assertThat(Processes.marked(mark)).isEmpty();
        assertThat(project.path("made")).doesNotExist();
        Waits.until(
                "the workspace to be removed",
                () -> !fleet.workspace(job.text("id", "")).toFile().exists());
    }

    private static void assertSlotIsFree(Project project) throws Exception {
        Outcome next = fleet.product().offload(project.root(), "run", "--", "echo", "next");
        assertThat(next.exit()).as(next.toString()).isZero();
        assertThat(next.out()).isEqualTo("next\n");
        Waits.until(
                "no slot in use",
                () -> fleet.product()
                                .read("hosts", SshFleet.HOST)
                                .number("slotsUsed")
                                .orElse(-1)
                        == 0);
    }

    @Test
    @Tag("B38")
    @Tag("B33")
    @DisplayName("B38 B33 Ctrl-C ends everything the build started, and the slot is free")
    void anInterruptEndsTheWholeBuild() throws Exception {
        // given
        Project project = fleet.project("interrupt").file("readme", "").commit();
        ProductCommand build = endlessBuild(project, STUBBORN);

        // when
        build.signal("INT");
        Outcome outcome = build.await();

        // then
        assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(130);
        assertCancelledWithoutTrace(project, "cancel-requested");
        assertSlotIsFree(project);
    }

    @Test
    @Tag("B33")
    @DisplayName("B33 a build whose command was killed is cancelled by itself, and the slot is free")
    void aKilledCommandEndsItsBuild() throws Exception {
        // given
        Project project = fleet.project("killed").file("readme", "").commit();
        ProductCommand build = endlessBuild(project, PLAIN);

        // when
        build.kill();
        Waits.until(
                "the job's end", () -> newestJob().at("times").text("finished").isPresent());

        // then
        assertCancelledWithoutTrace(project, "owner-gone");
        assertSlotIsFree(project);
    }

    @Test
    @Tag("B38")
    void cancellingByIdEndsTheBuildAndTellsTheOneWhoWaits() throws Exception {
        // given
        Project project = fleet.project("cancel").file("readme", "").commit();
        ProductCommand build = endlessBuild(project, PLAIN);

        // when
        Outcome cancel =
                fleet.product().offload("cancel", newestJob().text("id", "").substring(0, 10));
        Outcome outcome = build.await();

        // then
        assertThat(cancel.exit()).as(cancel.toString()).isZero();
        assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(130);
        assertThat(outcome.err()).contains("cancelled");
        assertCancelledWithoutTrace(project, "cancel-requested");
        assertSlotIsFree(project);
    }

    @Test
    @Tag("B33")
    void aWaitingBuildThatIsInterruptedLeavesTheQueue() throws Exception {
        // given one build on the only slot, and one behind it
        Project project = fleet.project("waiting").file("readme", "").commit();
        ProductCommand first = endlessBuild(project, PLAIN);
        ProductCommand second = fleet.product().begin(project.root(), "run", "--", "echo", "never");
        Waits.until(
                "the second in the queue",
                () -> fleet.product().status().at("queue").number("depth").orElse(0) == 1);

        // when
        second.signal("INT");
        Outcome outcome = second.await();

        // then
        assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(130);
        assertThat(fleet.product().status().at("queue").number("depth")).hasValue(0);
        assertThat(first.alive()).isTrue();
        first.signal("TERM");
        assertThat(first.await().exit()).isEqualTo(130);
    }
}
