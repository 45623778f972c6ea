package build.offload.conformance.product;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The controller may die and a host may be out of reach at any moment: builds are carried to their end, once, and those who
 * wait for them do not notice.
 */
class SurvivalTest {

    private static final int OUTPUTS = 200;

    @TempDir
    private static Path folder;

    private static SshFleet fleet;

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

    /** A build that leaves a line outside of its workspace each time it runs. */
    private static String[] build(Path runs, String rest) {
        return new String[] {
            "run",
            "--output",
            "made",
            "--",
            "sh",
            "-c",
            "echo run >>" + runs + "; echo first; " + rest + "echo second; echo x >made"
        };
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Tag("B76")
    @DisplayName("B76 a build under a controller that is killed runs once, comes to its end and is promoted")
    void aBuildOutlivesAControllerThatIsKilled(boolean endsWhileNobodyLooks) throws Exception {
        Path place = Files.createDirectories(folder.resolve("killed-" + endsWhileNobodyLooks));
        try (Gate gate = new Gate(place)) {
            // given one build that runs, and one that waits behind it
            Project project = fleet.project("killed-" + endsWhileNobodyLooks)
                    .file("readme", "")
                    .commit();
            ProductCommand running =
                    fleet.product().begin(project.root(), build(place.resolve("runs"), gate.passage()));
            running.awaitOutput("first");
            ProductCommand waiting = fleet.product().begin(project.root(), "run", "--", "echo", "after");
            Waits.until(
                    "the second in the queue",
                    () -> fleet.product().status().at("queue").number("depth").orElse(0) == 1);

            // when
            fleet.product().killController();
            if (endsWhileNobodyLooks) {
                gate.letOnePass();
            }
            fleet.product().up();
            if (!endsWhileNobodyLooks) {
                gate.letOnePass();
            }

            // then
            Outcome outcome = running.await();
            assertThat(outcome.exit()).as(outcome.toString()).isZero();
            assertThat(outcome.out()).isEqualTo("first\nsecond\n");
            assertThat(outcome.err()).isEmpty();
            assertThat(place.resolve("runs")).hasContent("run\n");
            assertThat(project.path("made")).hasContent("x\n");
            assertThat(waiting.await().out()).isEqualTo("after\n");
        }
    }

    @Test
    @Tag("B45")
    @DisplayName(
            "B45 killed again and again while outputs travel and are promoted: every file is the old or the new one")
    void aKilledControllerLeavesNoHalfWrittenOutput() throws Exception {
        // given outputs of an earlier build
        Project project =
                fleet.project("half-written").file(".gitignore", "out/\n").commit();
        for (int i = 1; i <= OUTPUTS; i++) {
            project.file("out/" + i, "old\n");
        }
        String old = Trees.sha256(project.path("out/1"));
        String script = "mkdir out; i=0; while [ $i -lt " + OUTPUTS
                + " ]; do i=$((i+1)); head -c 200000 /dev/zero >out/$i; done;" + " chmod +x out/1";

        // when the controller dies as soon as the collecting begins, and as soon as the first new file is in place
        ProductCommand build =
                fleet.product().begin(project.root(), "run", "--output", "out/*", "--", "sh", "-c", script);
        Waits.until(
                "the collecting",
                () -> fleet.product().events("job-exited").stream()
                        .anyMatch(event -> event.text("repo", "").equals("half-written")));
        killAndCheck(project, old);
        Waits.until("a new file", () -> newFiles(project, old) > 0 || !build.alive());
        killAndCheck(project, old);

        // then
        Outcome outcome = build.await();
        assertThat(outcome.exit()).as(outcome.toString()).isZero();
        assertThat(newFiles(project, old)).isEqualTo(OUTPUTS);
        assertThat(project.path("out/1")).isExecutable();
        Waits.until(
                "only outputs in the folder",
                () -> project.content().keySet().stream().noneMatch(path -> path.contains(".offload-")));
    }

    private static void killAndCheck(Project project, String old) throws Exception {
        fleet.product().killController();
        newFiles(project, old);
        fleet.product().up();
    }

    /** Counts the outputs that are new; each is either old or new from its first byte to its last. */
    private static int newFiles(Project project, String old) throws Exception {
        int count = 0;
        for (int i = 1; i <= OUTPUTS; i++) {
            String digest = Trees.sha256(project.path("out/" + i));
            if (!digest.equals(old)) {
                assertThat(Files.size(project.path("out/" + i))).isEqualTo(200_000);
                count++;
            }
        }
        return count;
    }

    @Test
    void aBuildOutlivesTheConnectionToItsHost() throws Exception {
        Path place = Files.createDirectories(folder.resolve("out-of-reach"));
        try (Gate gate = new Gate(place)) {
            // given
            Project project = fleet.project("out-of-reach").file("readme", "").commit();
            ProductCommand running =
                    fleet.product().begin(project.root(), build(place.resolve("runs"), gate.passage()));
            running.awaitOutput("first");

            // when it ends while its host is out of reach
            String job = fleet.product().read("jobs").list("jobs").getFirst().text("id", "");
            fleet.sshd().stop();
            try {
                gate.letOnePass();
                Path ended = fleet.workspace(job).resolveSibling("exit");
                Waits.until("the build's end", () -> Files.exists(ended));
            } finally {
                fleet.sshd().startAgain();
            }

            // then
            Outcome outcome = running.await();
            assertThat(outcome.exit()).as(outcome.toString()).isZero();
            assertThat(outcome.out()).isEqualTo("first\nsecond\n");
            assertThat(place.resolve("runs")).hasContent("run\n");
            assertThat(project.path("made")).hasContent("x\n");
        }
    }

    @Test
    void aBuildOutlivesAControllerThatIsStoppedAndStartedAgain() throws Exception {
        Path place = Files.createDirectories(folder.resolve("stopped"));
        try (Gate gate = new Gate(place)) {
            // given a build that nobody waits for
            Project project = fleet.project("stopped").file("readme", "").commit();
            Outcome submitted = fleet.product()
                    .offload(
                            project.root(),
                            "run",
                            "--detach",
                            "--output",
                            "made",
                            "--",
                            "sh",
                            "-c",
                            gate.passage() + "echo x >made");
            gate.awaitArrivals(1);

            // when
            fleet.product().down();
            Outcome without = fleet.product().offload("status");
            fleet.product().up();
            gate.letOnePass();

            // then
            assertThat(submitted.exit()).as(submitted.toString()).isZero();
            assertThat(without.exit()).as(without.toString()).isEqualTo(69);
            Waits.until("the promotion", () -> Files.exists(project.path("made")));
        }
    }
}
