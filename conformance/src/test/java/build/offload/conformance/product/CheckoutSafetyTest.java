package build.offload.conformance.product;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.distribution.client.Json;
import build.offload.distribution.client.Reply;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** People go on working in a checkout while it is built elsewhere: what they did meanwhile is never overwritten. */
class CheckoutSafetyTest {

    @TempDir
    private static Path folder;

    private static SshFleet fleet;

    private Gate gate;
    private Project project;

    @BeforeAll
    static void start() throws Exception {
        fleet = SshFleet.start(folder, 2);
    }

    @AfterAll
    static void stop() throws Exception {
        if (fleet != null) {
            fleet.close();
        }
    }

    @BeforeEach
    void setUp(TestInfo test) throws Exception {
        String name = test.getTestMethod().orElseThrow().getName();
        gate = new Gate(Files.createDirectories(folder.resolve("gates").resolve(name)));
        project = fleet.project(name)
                .file("source", "first\n")
                .file("other", "untouched\n")
                .file(".gitignore", "ignored-output\n")
                .commit();
    }

    @AfterEach
    void openGate() throws Exception {
        gate.close();
    }

    private ProductCommand build(String script, String... outputs) throws Exception {
        List<String> line = new ArrayList<>(List.of("run"));
        for (String output : outputs) {
            line.addAll(List.of("--output", output));
        }
        line.addAll(List.of("--", "sh", "-c", script));
        return fleet.product().begin(project.root(), line.toArray(String[]::new));
    }

    /** Begin a build that has done nothing yet, and wait until it stands at the gate. */
    private ProductCommand held(String script, String... outputs) throws Exception {
        ProductCommand build = build(gate.passage() + script, outputs);
        gate.awaitArrivals(1);
        return build;
    }

    private Outcome release(ProductCommand build) throws Exception {
        gate.letOnePass();
        return build.await();
    }

    private Json newestJob() throws Exception {
        return fleet.product().read("jobs").list("jobs").getFirst();
    }

    private void assertBlockedAndTold(Outcome outcome, String... paths) throws Exception {
        assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(73);
        Json job = newestJob();
        assertThat(job.text("stage")).contains("blocked");
        assertThat(job.list("conflicts").stream().map(conflict -> conflict.text("path", "")))
                .contains(paths);
        assertThat(outcome.err()).contains(paths).contains(job.text("staging", "no staging folder"));
        Json event = fleet.product().events("artifact-publication-blocked").getLast();
        assertThat(event.text("job")).isEqualTo(job.text("id"));
        assertThat(event.at("data").text("severity")).contains("act");
    }

    @Test
    @Tag("B44")
    @DisplayName(
            "B44 a source edited while the build runs: nothing is promoted, all that moved is named, the outputs are kept")
    void anEditedSourceKeepsEveryOutputOutOfTheCheckout() throws Exception {
        // given
        ProductCommand build =
                held("cp source made; chmod +x made; cp source ignored-output", "made", "ignored-output");

        // when
        project.file("source", "edited\n").file("brand-new", "created\n");
        Files.delete(project.path("other"));
        Map<String, String> edited = project.content();
        Outcome outcome = release(build);

        // then
        assertBlockedAndTold(outcome, "source", "brand-new", "other");
        assertThat(project.content()).isEqualTo(edited);
        Path kept = Path.of(newestJob().text("staging", ""));
        assertThat(kept.resolve("made")).hasContent("first\n").isExecutable();
        assertThat(kept.resolve("ignored-output")).hasContent("first\n");
    }

    private Outcome run(String... words) throws Exception {
        return fleet.product().begin(project.root(), words).await();
    }

    /** Have a build blocked by an edit of a source, and return its view. */
    private Json blocked() throws Exception {
        ProductCommand build = held("cp source made", "made");
        project.file("source", "edited\n");
        assertBlockedAndTold(release(build), "source");
        return newestJob();
    }

    @Test
    @Tag("B44")
    @DisplayName("B44 blocked outputs are put in place by hand once the edit is taken back, and not before")
    void blockedOutputsArePublishedLater() throws Exception {
        // given
        Json job = blocked();
        String id = job.text("id", "").substring(0, 12);
        assertThat(run("artifacts", id).out()).contains("made", "in the way: changed", "offload publish " + id);

        // when it is tried while the edit stands
        Outcome early = run("publish", id);

        // then
        assertThat(early.exit()).as(early.toString()).isEqualTo(73);
        assertThat(early.err()).contains("source: changed", "offload discard " + id);
        assertThat(project.path("made")).doesNotExist();

        // when it is tried after it was taken back
        project.file("source", "first\n");
        Outcome published = run("publish", id);

        // then
        assertThat(published.exit()).as(published.toString()).isZero();
        assertThat(project.path("made")).hasContent("first\n");
        Path kept = Path.of(job.text("staging", ""));
        Waits.until("staging is gone", () -> Files.notExists(kept));
    }

    @Test
    void aHostIsNotPurgedOfAWorkspaceWhoseOutputsWaitForADecision() throws Exception {
        Json job = blocked();
        String host = job.text("host", "");
        run("drain", host);
        Waits.until("it is drained", () -> run("hosts").out().contains("maintenance"));

        Outcome refused = run("hosts", "remove", host, "--purge");
        String hosts = run("hosts").out();
        run("restore", host);

        assertThat(refused.exit()).as(refused.toString()).isEqualTo(77);
        assertThat(refused.err()).contains(job.text("id", "").substring(0, 12), "offload discard");
        assertThat(hosts).contains(host);
        Waits.until("it is back", () -> run("hosts").out().contains("available"));
    }

    @Test
    void blockedOutputsAreGivenUpAndGone() throws Exception {
        Json job = blocked();
        Path kept = Path.of(job.text("staging", ""));
        assertThat(kept).exists();

        Outcome discarded = run("discard", job.text("id", ""));

        assertThat(discarded.exit()).as(discarded.toString()).isZero();
        Waits.until("staging is gone", () -> Files.notExists(kept));
        assertThat(newestJob().text("publication")).contains("discarded");
        assertThat(project.path("made")).doesNotExist();
    }

    @Test
    @Tag("B104")
    void aSourceThatWasOnlyTouchedBlocksNothing() throws Exception {
        ProductCommand build = held("cp source made", "made");

        project.file("source", "first\n");
        Outcome outcome = release(build);

        assertThat(outcome.exit()).as(outcome.toString()).isZero();
        assertThat(project.path("made")).hasContent("first\n");
    }

    @Test
    @Tag("B44")
    @DisplayName("B44 an output edited while the build runs keeps the edit, and no other output comes without it")
    void anEditedOutputKeepsTheEdit() throws Exception {
        // given outputs that are there, of which git ignores one
        project.file("made", "from an earlier build\n").file("ignored-output", "from an earlier build\n");
        ProductCommand build = held("echo new >made; echo new >ignored-output", "made", "ignored-output");

        // when
        project.file("ignored-output", "by hand\n");
        Map<String, String> edited = project.content();
        Outcome outcome = release(build);

        // then
        assertBlockedAndTold(outcome, "ignored-output");
        assertThat(project.content()).isEqualTo(edited);
    }

    @Test
    @Tag("B44")
    void anOutputThatAppearsWhileTheBuildRunsIsNotReplaced() throws Exception {
        ProductCommand build = held("echo new >made", "made");

        project.file("made", "by hand\n");
        Outcome outcome = release(build);

        assertBlockedAndTold(outcome, "made");
        assertThat(project.path("made")).hasContent("by hand\n");
    }

    @Test
    void theNextBuildIsNotBlockedByWhatTheLastOnePromoted() throws Exception {
        for (int round = 1; round <= 2; round++) {
            Outcome outcome = build(
                            "echo " + round + " >made; echo " + round + " >ignored-output", "made", "ignored-output")
                    .await();

            assertThat(outcome.exit()).as(outcome.toString()).isZero();
            assertThat(project.path("made")).hasContent(round + "\n");
            assertThat(project.path("ignored-output")).hasContent(round + "\n");
        }
    }

    @Test
    void buildsSideBySideAreNotBlockedByEachOthersOutputs() throws Exception {
        // given two builds with outputs of their own, both submitted before either promotes
        ProductCommand first = held("echo one >made-by-first", "made-by-first");
        ProductCommand second = build(gate.passage() + "echo two >made-by-second", "made-by-second");
        gate.awaitArrivals(2);

        // when
        gate.letOnePass();
        gate.letOnePass();

        // then
        for (ProductCommand build : List.of(first, second)) {
            Outcome outcome = build.await();
            assertThat(outcome.exit()).as(outcome.toString()).isZero();
        }
        assertThat(project.path("made-by-first")).hasContent("one\n");
        assertThat(project.path("made-by-second")).hasContent("two\n");
    }

    @Test
    void outputsInPlacesThatAreNoBuildsAreRefusedWhenTheProjectFileIsRead() throws Exception {
        for (String output :
                List.of(".git/hooks/pre-commit", "nested/.git/config", "offload.toml", "../above", "/etc/passwd")) {
            project.file(
                    "offload.toml", "version = 1\n[commands.b]\nargv = [\"true\"]\noutputs = [\"" + output + "\"]\n");

            Outcome outcome = fleet.product().offload(project.root(), "run", "b");

            assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(77);
            assertThat(outcome.err()).contains("offload.toml", "4", output);
        }
    }

    @Test
    void outputsInPlacesThatAreNoBuildsAreRefusedByTheController() throws Exception {
        for (String output :
                List.of(".git/hooks/pre-commit", "nested/.GIT/config", "offload.toml", "../above", "/etc/passwd")) {
            Reply reply = fleet.product()
                    .post(
                            Map.of(
                                    "idempotencyKey", UUID.randomUUID().toString(),
                                    "checkout", project.root().toString(),
                                    "commandClass", "b",
                                    "argv", List.of("true"),
                                    "outputs", List.of(output)),
                            "jobs");

            assertThat(reply.status()).isEqualTo(422);
            assertThat(reply.error()).isEqualTo("invalid-args");
            assertThat(new String(reply.body(), StandardCharsets.UTF_8)).contains(output);
        }
    }
}
