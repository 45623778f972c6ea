package build.offload.conformance.product;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.conformance.product.HostDeaths.Moment;
import build.offload.conformance.product.HostDeaths.Victim;
import build.offload.conformance.sshd.LoopbackSshd;
import build.offload.distribution.client.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The ssh here, the server's process and the host's own side die at named points of a build: it runs once, its outputs arrive whole
 * or not at all, and where nobody can say how it ended it is lost, and not run again by itself.
 */
class HostCrashTest {

    private static final int ROUNDS = 10;

    @TempDir
    private static Path folder;

    private static SshFleet fleet;
    private static HostDeaths deaths;
    private static Path runs;
    private static Project project;
    private static int round;

    @BeforeAll
    static void start() throws Exception {
        LoopbackSshd.assumeInstalled();
        deaths = HostDeaths.in(folder);
        runs = folder.resolve("runs");
        fleet = SshFleet.start(
                folder,
                LoopbackSshd.start(folder.resolve("sshd"), deaths.environment()),
                1,
                "[limits]",
                "lost-after = \"20s\"");
        project = fleet.project("crashed").file(".gitignore", "out/\n").commit();
    }

    @AfterAll
    static void stop() throws Exception {
        if (fleet != null) {
            fleet.close();
        }
    }

    /**
     * Every moment once, each build with no more attempts than are placed by themselves. A runner whose client dies may go on for a while, so
     * what follows such a death is out of that runner's reach.
     */
    static Stream<List<Moment>> builds() {
        return Stream.of(
                List.of(
                        new Moment("mv", "prepare", true, Victim.RUNNER),
                        new Moment("git", "prepare", false, Victim.CLIENT),
                        new Moment("mkfifo", "supervise", false, Victim.RUNNER),
                        new Moment("stat", "follow", true, Victim.SESSION),
                        new Moment("sha256sum", "collect", false, Victim.RUNNER),
                        new Moment("cat", "collect", true, Victim.CLIENT)),
                List.of(
                        new Moment("mv", "prepare", false, Victim.SESSION),
                        new Moment("mkdir", "start", true, Victim.CLIENT),
                        new Moment("mv", "supervise", true, Victim.RUNNER),
                        new Moment("stat", "follow", false, Victim.RUNNER),
                        new Moment("stat", "collect", false, Victim.SESSION),
                        new Moment("rm", "sweep", false, Victim.RUNNER)));
    }

    static Stream<List<Moment>> manyTimes() {
        return IntStream.range(0, ROUNDS)
                .boxed()
                .flatMap(_ -> Moment.survived().stream().map(List::of));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("builds")
    @Tag("B36")
    void aBuildOutlivesDeathsOnTheWayToItsHost(List<Moment> moments) throws Exception {
        survive(moments);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("manyTimes")
    @Tag("campaign")
    void aBuildOutlivesEveryDeathManyTimes(List<Moment> moments) throws Exception {
        survive(moments);
    }

    private static void survive(List<Moment> moments) throws Exception {
        layOut();
        deaths.await(moments);

        Json report = build();

        assertThat(report.text("stage"))
                .as(new String(report.bytes(), StandardCharsets.UTF_8))
                .contains("succeeded");
        fleet.product().awaitFreeSlots(SshFleet.HOST);
        Waits.until("every sweep", () -> swept(report));
        assertThat(deaths.unmet()).isEmpty();
        assertThat(runs).hasContent("run\n");
        assertThat(report.number("attempt").orElse(0))
                .isEqualTo(1 + moments.stream().filter(Moment::endsTheAttempt).count());
        assertOutputs("new " + round);
    }

    /** Return whether each attempt was swept; the events of all of them bear the number that the job has by then. */
    private static boolean swept(Json report) throws Exception {
        return fleet.product().eventsOf(report.text("job", ""), "0").stream()
                        .filter(event -> event.text("type", "").equals("attempt-swept"))
                        .count()
                == report.number("attempt").orElse(0);
    }

    @Test
    @DisplayName("B76 an attempt whose end nobody can tell is lost, and is run again by retry alone")
    void anAttemptWhoseSupervisorDiedIsLostAndNotRunAgain() throws Exception {
        layOut();
        deaths.await(List.of(Moment.fatal()));

        Json report = build();

        assertThat(deaths.unmet()).isEmpty();
        assertThat(report.text("stage"))
                .as(new String(report.bytes(), StandardCharsets.UTF_8))
                .contains("lost");
        assertThat(report.text("infraFailure")).contains("executor-lost");
        fleet.product().awaitFreeSlots(SshFleet.HOST);
        assertThat(runs).hasContent("run\n");
        assertOutputs("old " + round);

        Outcome retried = fleet.product().offload(project.root(), "retry", report.text("job", ""));
        assertThat(retried.exit()).as(retried.toString()).isZero();
        Waits.until("the second run", () -> Files.readString(runs).equals("run\nrun\n"));
        Waits.until("its outputs", () -> Files.readString(project.path("out/a")).equals("new " + round + "\n"));
    }

    private static void layOut() throws Exception {
        round++;
        project.file("source", "round " + round);
        project.file("out/a", "old " + round + "\n").file("out/b", "old " + round + "\n");
        Files.writeString(runs, "");
    }

    private static Json build() throws Exception {
        String fresh = "new " + round;
        return fleet.product()
                .offload(
                        project.root(),
                        "run",
                        "--json",
                        "--output",
                        "out/*",
                        "--",
                        "sh",
                        "-c",
                        "echo run >>" + runs + "; mkdir -p out; echo " + fresh + " >out/a; echo " + fresh + " >out/b")
                .json();
    }

    private static void assertOutputs(String content) {
        assertThat(project.path("out/a")).hasContent(content + "\n");
        assertThat(project.path("out/b")).hasContent(content + "\n");
    }
}
