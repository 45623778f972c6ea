package build.offload.conformance.product;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.distribution.client.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** The commands of an operator, on a fleet whose one builder is this very machine with one slot. */
class OperatorCommandsTest {

    private static final String HOST = "here";

    @TempDir
    private static Path folder;

    private static Product product;
    private static Project project;

    private Gate gate;

    @BeforeAll
    static void start() throws Exception {
        product = new Product(folder);
        product.up();
        product.enrolThisMachine(HOST, 1);
        project = Project.in(folder.resolve("project"), product)
                .file("readme", "")
                .commit();
    }

    @AfterAll
    static void stop() throws Exception {
        if (product != null) {
            product.close();
        }
    }

    @BeforeEach
    void setUp(TestInfo test) throws Exception {
        gate = new Gate(Files.createDirectories(folder.resolve("gates")
                .resolve(test.getTestMethod().orElseThrow().getName())));
    }

    @AfterEach
    void openGate() throws Exception {
        gate.close();
        product.awaitFreeSlots(HOST);
    }

    private static Outcome done(String... arguments) throws Exception {
        Outcome outcome = product.offload(project.root(), arguments);
        assertThat(outcome.exit())
                .as(String.join(" ", arguments) + ": " + outcome)
                .isZero();
        return outcome;
    }

    private String held() throws Exception {
        String job =
                done("run", "--detach", "--", "sh", "-c", gate.passage()).out().strip();
        gate.awaitArrivals(1);
        return job;
    }

    private static void awaitFinished(String job, String stage) {
        Waits.forValue(
                "job " + job + " " + stage,
                () -> Optional.of(product.read("jobs", job).text("stage", "")).filter(stage::equals));
    }

    @Test
    void everythingThereIsCanBeLookedAt() throws Exception {
        // given a job that ended
        Outcome run = done("run", "--json", "--output", "made", "--", "sh", "-c", "echo x >made");
        String job = run.json().text("job", "").substring(0, 12);

        // then
        assertThat(done("status").out()).contains("cluster   available", HOST, "empty");
        assertThat(done("status", "--json").json().at("hosts").at(HOST).text("role"))
                .contains("builder");
        assertThat(done("hosts").out()).contains(HOST, "available", "0/1");
        assertThat(done("jobs").out()).contains(job, "succeeded", HOST);
        assertThat(done("events").out())
                .contains("host-enrolled " + HOST)
                .containsSubsequence("job-submitted " + job, "job-started here " + job, "job-promoted here " + job);
        assertThat(done("why", job).out()).contains("waits for no host");
        assertThat(done("plugins").out()).contains("publish-files", "http-helidon", "local", "ssh");
        assertThat(product.offload("doctor", HOST).out()).contains(HOST);
    }

    @Test
    void desiredModeClosesAdmissionEverywhereAndTheAuditSaysWhoWantedIt() throws Exception {
        assertThat(done("mode").out()).isEqualTo("desired available, observed available\n");

        assertThat(done("mode", "maintenance").out()).contains("the cluster's desired mode is maintenance");
        assertThat(product.status().at("dispatch").text("detail")).contains("desired-maintenance");
        assertThat(done("mode", "maintenance").out()).contains("was maintenance already");
        assertThat(done("mode", "available").out()).contains("the cluster's desired mode is available");

        assertThat(done("audit", "--kind", "desired-mode").out().lines().map(OperatorCommandsTest::withoutTime))
                .contains("operator  desired-mode  mode=maintenance  applied")
                .last()
                .isEqualTo("operator  desired-mode  mode=available    applied");
        assertThat(done("audit", "--since", "1h", "--actor", "operator").out()).contains("host-enrol");
        assertThat(done("audit", "--kind", "host-observed").out()).contains("nothing of that kind");
        assertThat(done("audit", "--kind", "host-observed", "--internal", "--limit", "20")
                        .out())
                .contains("controller", "host=here");
        assertThat(done("audit", "--actor", "nobody").out()).contains("nothing of that kind");
    }

    private static String withoutTime(String line) {
        return line.replaceFirst("^\\S+\\s+", "");
    }

    @Test
    void everyStepOfAJobIsOneLineOfTheEventStream() throws Exception {
        // when
        String job = done("run", "--json", "--output", "made", "--", "sh", "-c", "echo x >made")
                .json()
                .text("job", "");

        // then
        Path stream = product.state().resolve("events.jsonl");
        List<String> lines = Waits.forValue(
                "the line of the promotion in " + stream,
                () -> Optional.of(Files.readAllLines(stream).stream()
                                .filter(line -> line.contains(job))
                                .toList())
                        .filter(found -> found.stream().anyMatch(line -> line.contains("\"promoted\""))));
        List<String> stages = new ArrayList<>();
        for (String line : lines) {
            Json event = Json.parse(line.getBytes(StandardCharsets.UTF_8));
            stages.add(event.text("stage", ""));
            assertThat(event.text("repo")).contains("project");
        }
        assertThat(stages)
                .containsSubsequence("queue", "preparing", "running", "collecting", "publishing", "succeeded");
    }

    @Test
    void aJobThatWaitsIsToldWhyHostByHost() throws Exception {
        held();
        String waiting = done("run", "--detach", "--", "echo", "later").out().strip();

        Outcome why = done("why", waiting.substring(0, 8));

        assertThat(why.out()).contains(HOST, "no-free-slot");
        assertThat(done("status").out()).contains("1 waiting");
        gate.letOnePass();
        awaitFinished(waiting, "succeeded");
    }

    @Test
    @Tag("B16")
    void aDrainedHostFinishesItsWorkTakesNoneAndComesBack() throws Exception {
        // given a build on the host, then a drain, then one more build
        String running = held();
        done("drain", HOST);
        String waiting = done("run", "--detach", "--", "echo", "later").out().strip();

        // when the build ends
        assertThat(product.read("hosts", HOST).text("state")).contains("draining");
        assertThat(done("why", waiting).out()).contains("host-draining");
        gate.letOnePass();
        awaitFinished(running, "succeeded");
        product.awaitHost(HOST, "maintenance");
        assertThat(product.read("jobs", waiting).text("stage")).contains("waiting");

        // then
        done("restore", HOST);
        awaitFinished(waiting, "succeeded");
        assertThat(product.read("hosts", HOST).text("state")).contains("available");
    }

    @Test
    void aQuarantinedCommandWaitsUntilItIsLetOut() throws Exception {
        done("quarantine", HOST, "echo");
        String waiting = done("run", "--detach", "--", "echo", "later").out().strip();
        assertThat(done("why", waiting).out()).contains("circuit-open");
        assertThat(done("run", "--", "true").exit()).isZero();
        assertThat(done("hosts").out()).contains("quarantined: echo");

        done("unquarantine", HOST, "echo");

        awaitFinished(waiting, "succeeded");
    }

    @Test
    void aHostThatHoldsWorkIsNotRemoved() throws Exception {
        String running = held();

        Outcome refused = product.offload("remove", HOST);

        assertThat(refused.exit()).as(refused.toString()).isEqualTo(77);
        assertThat(refused.err()).contains("still holds job " + running.substring(0, 12));
        assertThat(product.read("hosts", HOST).text("name")).contains(HOST);
        gate.letOnePass();
        awaitFinished(running, "succeeded");
    }

    @Test
    void anIdleHostIsRemovedAndItsNameIsFree() throws Exception {
        product.enrolThisMachine("spare", 1);
        Outcome twice = product.offload("enroll", "spare", "--executor", "local", "--allow-this-machine");

        done("remove", "spare");

        assertThat(twice.exit()).as(twice.toString()).isEqualTo(77);
        assertThat(product.read("hosts").list("hosts").stream().map(host -> host.text("name", "")))
                .doesNotContain("spare");
    }

    @Test
    void thisVeryMachineIsNotTakenForABuilderByMistake() throws Exception {
        Outcome refused = product.offload("enroll", "again", "--executor", "local");

        assertThat(refused.exit()).as(refused.toString()).isEqualTo(77);
        assertThat(refused.err()).contains("--allow-this-machine");
    }

    @Test
    @Tag("B28")
    void aJobThatNoHostCanEverRunIsToldAtOnceAndHoldsUpNobody() throws Exception {
        // when
        Outcome refused = product.offload(project.root(), "run", "--require", "flux-capacitor", "--", "true");
        String blocked = done("run", "--detach", "--require", "flux-capacitor", "--", "true")
                .out()
                .strip();
        Outcome behind = product.offload(project.root(), "run", "--", "echo", "behind");

        // then
        assertThat(refused.exit()).as(refused.toString()).isEqualTo(75);
        assertThat(refused.err()).contains("flux-capacitor");
        assertThat(behind.exit()).as(behind.toString()).isZero();
        assertThat(product.status().at("queue").list("tickets").getFirst().text("state"))
                .contains("blocked");
        assertThat(done("why", blocked).out()).contains("capability-missing", "flux-capacitor");
        done("cancel", blocked);
        awaitFinished(blocked, "cancelled");
    }

    @Test
    void aSecondControllerOnTheSameStateIsRefusedByName() throws Exception {
        long running = product.running().orElseThrow().process().pid();

        Outcome foreground = product.offload("up");
        Outcome background = product.offload("up", "--detach");

        for (Outcome refused : List.of(foreground, background)) {
            assertThat(refused.exit()).as(refused.toString()).isEqualTo(77);
            assertThat(refused.err()).contains(product.state().toString(), "process " + running);
        }
        assertThat(product.running().orElseThrow().process().pid()).isEqualTo(running);
    }

    @Test
    void oneKeyIsOneJobHoweverOftenItIsAskedFor() throws Exception {
        // given
        Outcome first = done("run", "--key", "nightly", "--json", "--", "echo", "once");

        // when
        Outcome again = done("run", "--key", "nightly", "--json", "--", "echo", "once");
        Outcome other = product.offload(project.root(), "run", "--key", "nightly", "--", "echo", "something else");

        // then
        assertThat(again.json().text("job")).isEqualTo(first.json().text("job"));
        assertThat(other.exit()).as(other.toString()).isEqualTo(77);
        assertThat(other.err()).contains("nightly");
    }

    @Test
    void aWrongCommandLineIsToldAndChangesNothing() throws Exception {
        Map<String, Integer> lines = Map.of(
                "no-such-command", 64, "run", 64, "cancel 123456", 77, "drain nowhere", 77, "logs abcdef0123", 77);
        for (Map.Entry<String, Integer> line : lines.entrySet()) {
            Outcome outcome = product.offload(project.root(), line.getKey().split(" "));

            assertThat(outcome.exit()).as(line.getKey() + ": " + outcome).isEqualTo(line.getValue());
            assertThat(outcome.err()).startsWith("offload: ");
        }
    }
}
