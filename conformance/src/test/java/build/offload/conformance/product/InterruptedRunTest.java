package build.offload.conformance.product;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.conformance.sshd.TcpRelay;
import build.offload.distribution.client.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** However a build is given up, nothing of it goes on and the one slot of its host is free again. */
class InterruptedRunTest {

    /** A grandchild that ignores TERM, and a child in a session of its own that does too; both are up when it says so. */
    private static final String STUBBORN =
            "rm -f one two; sh -c '(trap \"\" TERM; : >one; while :; do sleep 0.1; done) & wait' & "
                    + "setsid sh -c 'trap \"\" TERM; : >two; while :; do sleep 0.1; done' & "
                    + "until [ -e one ] && [ -e two ]; do sleep 0.01; done; echo up; exec sleep 600";

    /** From the cancel to the end of the next build: the grace of the owner, that of the command, and a shared machine. */
    private static final Duration BOUND = Duration.ofSeconds(30);

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
    private ProductCommand endlessBuild(Project project, String script, String... options) throws Exception {
        String[] line = Lines.of(
                "run",
                options,
                "--output",
                "made",
                "--",
                Processes.marking(mark),
                "sh",
                "-c",
                "echo half >made; " + script);
        ProductCommand build = fleet.product().begin(project.root(), line);
        build.awaitOutput("up");
        assertThat(Processes.marked(mark)).hasSizeGreaterThanOrEqualTo(2);
        return build;
    }

    private static Json job(String id) throws Exception {
        return fleet.product().read("jobs", id);
    }

    private static String newestJob() throws Exception {
        return fleet.product().read("jobs").list("jobs").getFirst().text("id", "");
    }

    /** How a build is given up, what the ledger then calls the reason, and what its command ends with where it still can. */
    enum Way {
        INTERRUPT("cancel-requested", true) {
            @Override
            void giveUp(ProductCommand build, String job) throws Exception {
                build.signal("INT");
            }
        },
        CANCEL_COMMAND("cancel-requested", true) {
            @Override
            void giveUp(ProductCommand build, String job) throws Exception {
                Outcome cancel = fleet.product().offload("cancel", job.substring(0, 10));
                assertThat(cancel.exit()).as(cancel.toString()).isZero();
            }
        },
        COMMAND_KILLED("owner-gone", false) {
            @Override
            void giveUp(ProductCommand build, String job) throws Exception {
                build.kill();
            }
        },
        TIME_LIMIT("time-limit", true) {
            @Override
            void giveUp(ProductCommand build, String job) {
                Waits.until("the limit", () -> job(job).at("why").text("code").isPresent() || ended(job));
            }
        };

        private final String reason;
        private final boolean heard;

        Way(String reason, boolean heard) {
            this.reason = reason;
            this.heard = heard;
        }

        abstract void giveUp(ProductCommand build, String job) throws Exception;

        String[] options() {
            return this == TIME_LIMIT ? new String[] {"--timeout", "3s"} : new String[0];
        }
    }

    @ParameterizedTest
    @EnumSource
    @Tag("B33")
    @Tag("B38")
    @DisplayName("B33 B38 however it is given up, everything the build started is gone and the next has its slot")
    void whoeverGivesItUpNothingOfTheBuildGoesOn(Way way) throws Exception {
        // given a build that ends for nobody's asking, and one behind it
        Project project = fleet.project("given-up-" + way).file("readme", "").commit();
        ProductCommand build = endlessBuild(project, STUBBORN, way.options());
        String job = newestJob();
        ProductCommand next = fleet.product().begin(project.root(), "run", "--", "sh", "-c", countingWhatIsLeft());
        Waits.until(
                "the second in the queue",
                () -> fleet.product().status().at("queue").number("depth").orElse(0) == 1);

        // when
        try (SlotWatch slots = new SlotWatch(fleet.product(), SshFleet.HOST)) {
            way.giveUp(build, job);
            long begun = System.nanoTime();
            Waits.until("its end", () -> ended(job));

            // then
            assertThat(Processes.belonging(job))
                    .as("seen gone before it is said")
                    .isEmpty();
            assertThat(job(job).text("stage")).contains("cancelled");
            assertThat(job(job).at("why").text("code")).contains(way.reason);
            assertThat(next.await().out()).isEqualTo("0 left\n");
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(BOUND);
            assertThat(slots.most()).isEqualTo(1);
        }
        if (way.heard) {
            assertThat(build.await().exit()).isEqualTo(130);
        }
        assertThat(project.path("made")).doesNotExist();
        Waits.until("the workspace removed", () -> !Files.exists(fleet.workspace(job)));
        fleet.product().awaitFreeSlots(SshFleet.HOST);
    }

    /** What a build says that looks for the one before it on their host. */
    private String countingWhatIsLeft() {
        return "echo $(grep -lsaF PRODUCT_TEST_MARK=" + mark + " /proc/[0-9]*/environ | wc -l) left";
    }

    private static boolean ended(String job) throws Exception {
        return job(job).at("times").text("finished").isPresent();
    }

    @Test
    @Tag("B33")
    @DisplayName("B33 a connection to the controller that breaks means nothing: the command returns and reads on")
    void aBrokenConnectionToTheControllerEndsNothing() throws Exception {
        Path place = Files.createDirectories(folder.resolve("broken"));
        try (Gate gate = new Gate(place);
                TcpRelay relay = TcpRelay.beforeHttp(
                        fleet.product().running().orElseThrow().address().getPort())) {
            // given
            Project project = fleet.project("broken").file("readme", "").commit();
            ProductCommand build = fleet.product()
                    .beginThrough(
                            relay,
                            project.root(),
                            "run",
                            "--",
                            "sh",
                            "-c",
                            "echo first; " + gate.passage() + "echo second; " + gate.passage() + "echo third");
            build.awaitOutput("first");

            // when it breaks, and breaks again while nobody can get through for a while
            relay.cut();
            gate.letOnePass();
            build.awaitOutput("second");
            relay.refuse();
            gate.letOnePass();
            Waits.until("the end", () -> ended(newestJob()));
            relay.accept();

            // then
            Outcome outcome = build.await();
            assertThat(outcome.exit()).as(outcome.toString()).isZero();
            assertThat(outcome.out()).isEqualTo("first\nsecond\nthird\n");
            assertThat(outcome.err()).isEmpty();
        }
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
