package build.offload.conformance.product;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.distribution.client.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A connection that passes nothing and is never closed holds up nobody: it is noticed within the bound, and what ran behind it
 * is followed again, stopped, or given up as lost.
 */
@Tag("B36")
class HalfOpenConnectionTest {

    private static final Duration SILENCE = Duration.ofSeconds(3);

    /** Leaves room for an attempt to connect that began before the thaw and has to come to its own end. */
    private static final Duration LOST_AFTER = Duration.ofSeconds(14);

    /** Past the silence itself: the beats are whole seconds apart, and this machine is shared. */
    private static final Duration SLACK = Duration.ofSeconds(12);

    @TempDir
    private static Path folder;

    private static SshFleet fleet;

    private final String mark = UUID.randomUUID().toString();

    @BeforeAll
    static void start() throws Exception {
        fleet = SshFleet.start(
                folder,
                1,
                "[limits]",
                "silence = \"" + SILENCE.toSeconds() + "s\"",
                "lost-after = \"" + LOST_AFTER.toSeconds() + "s\"");
    }

    @AfterAll
    static void stop() throws Exception {
        if (fleet != null) {
            fleet.network().thaw();
            fleet.close();
        }
    }

    private ProductCommand begin(Project project, String script, String... options) throws Exception {
        String[] line = Lines.of("run", options, "--output", "made", "--", Processes.marking(mark), "sh", "-c", script);
        ProductCommand build = fleet.product().begin(project.root(), line);
        build.awaitOutput("first");
        return build;
    }

    private static Json newestJob() throws Exception {
        return fleet.product().read("jobs").list("jobs").getFirst();
    }

    private static Set<String> sshClients() throws Exception {
        return Processes.running("ssh", folder.resolve("state").toString());
    }

    private static int silences() throws Exception {
        return fleet.product().events("host-silent").size();
    }

    private static long slotsUsed() throws Exception {
        return fleet.product().read("hosts", SshFleet.HOST).number("slotsUsed").orElse(-1);
    }

    @Test
    @DisplayName("B36 a frozen connection is noticed within its bound, and the build is followed again after the thaw")
    void theBuildIsFollowedAgainAfterTheThaw() throws Exception {
        Path place = Files.createDirectories(folder.resolve("thaw"));
        try (Gate gate = new Gate(place)) {
            // given a build that runs
            Project project = fleet.project("thaw").file("readme", "").commit();
            ProductCommand build = begin(
                    project,
                    "echo run >>" + place.resolve("runs") + "; echo first; " + gate.passage()
                            + "seq 20000; echo x >made");
            Set<String> clients = sshClients();
            int silencesBefore = silences();

            // when nothing passes any more, until everybody has noticed who had a connection
            long frozen = System.nanoTime();
            fleet.network().freeze();
            Waits.until("the end of " + clients, () -> Collections.disjoint(sshClients(), clients));
            Duration noticed = Duration.ofNanos(System.nanoTime() - frozen);
            Waits.until("the host known to be silent", () -> silences() > silencesBefore);
            gate.letOnePass();
            fleet.network().thaw();

            // then
            Outcome outcome = build.await();
            assertThat(clients).isNotEmpty();
            assertThat(noticed).isLessThan(SILENCE.plus(SLACK));
            assertThat(outcome.exit()).as(outcome.toString()).isZero();
            assertThat(outcome.out()).isEqualTo("first\n" + Shell.run("seq", "20000"));
            assertThat(place.resolve("runs")).hasContent("run\n");
            assertThat(project.path("made")).hasContent("x\n");
        }
    }

    @Test
    @Tag("B47")
    @DisplayName("B36 B47 past the bound the build is lost, and its slot is taken until the host was seen without it")
    void pastTheBoundTheBuildIsLostAndItsSlotStaysTaken() throws Exception {
        // given a build that runs, and one behind it
        Project project = fleet.project("lost").file("readme", "").commit();
        ProductCommand build = begin(project, "echo first; exec sleep 600");
        ProductCommand next = fleet.product().begin(project.root(), "run", "--", "echo", "next");

        // when
        fleet.network().freeze();
        Outcome outcome = build.await();

        // then
        Json job = fleet.product().read("jobs", outcomeOf("lost"));
        assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(75);
        assertThat(outcome.err()).contains("offload retry");
        assertThat(job.text("stage")).contains("lost");
        assertThat(job.text("infraFailure")).contains("unreachable");
        assertThat(Processes.marked(mark)).as("it runs on, unseen").isNotEmpty();
        assertThat(slotsUsed()).isEqualTo(1);
        assertThat(next.alive()).isTrue();

        // when the host is seen again
        fleet.network().thaw();

        // then what ran there is gone before the next begins
        assertThat(next.await().out()).isEqualTo("next\n");
        assertThat(Processes.marked(mark)).isEmpty();
        Waits.until("the slot free", () -> slotsUsed() == 0);
    }

    private static String outcomeOf(String stage) throws Exception {
        return fleet.product().read("jobs").list("jobs").stream()
                .filter(job -> job.text("stage", "").equals(stage))
                .findFirst()
                .orElseThrow()
                .text("id", "");
    }

    @Test
    @DisplayName(
            "B36 the time limit is the controller's: it counts while nothing passes, and the build is stopped after the thaw")
    void theTimeLimitHoldsWhileNothingPasses() throws Exception {
        // given
        Project project = fleet.project("limit").file("readme", "").commit();
        ProductCommand build = begin(project, "echo first; exec sleep 600", "--timeout", "4s");

        // when nothing passes when the time is up
        fleet.network().freeze();
        Waits.until("the cancel", () -> cancels("time-limit") > 0);
        fleet.network().thaw();

        // then
        Outcome outcome = build.await();
        assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(130);
        assertThat(outcome.err()).contains("time limit");
        assertThat(newestJob().text("stage")).contains("cancelled");
        assertThat(Processes.marked(mark)).isEmpty();
        Waits.until("the slot free", () -> slotsUsed() == 0);
    }

    private static long cancels(String reason) throws Exception {
        return fleet.product().events("job-cancelling").stream()
                .filter(event -> event.text("reason", "").equals(reason))
                .count();
    }
}
