package build.offload.conformance.product;

import static org.assertj.core.api.Assertions.assertThat;

import build.offload.distribution.client.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * One build of one checkout, carried out round after round: it replaces an output, replaces another and makes it executable,
 * and adds one in a folder that is not there. It counts its runs itself.
 */
final class CrashedBuild {

    static final int OUTPUTS = 3;

    private static final List<String> PATHS = List.of("out/data", "out/fresh/added", "out/tool");
    private static final List<String> STORY = List.of(
            "job-submitted",
            "job-placed",
            "job-prepared",
            "job-started",
            "job-exited",
            "job-collected",
            "job-promoted",
            "attempt-swept");

    /** The same as the log of events has it, which has no types. */
    private static final List<String> LOGGED = List.of(
            "submitted", "dispatched", "workspace-laid-out", "started", "exit-0", "staged", "promoted", "swept");

    private final SshFleet fleet;
    private final Project project;
    private final Path runs;
    private int round;

    /** Where the events of this round begin, so that the last round takes no longer than the first. */
    private String revision = "0";

    private long logged;

    private CrashedBuild(SshFleet fleet, Project project, Path runs) {
        this.fleet = fleet;
        this.project = project;
        this.runs = runs;
    }

    static CrashedBuild in(SshFleet fleet, Path folder) throws IOException, InterruptedException {
        Project project = fleet.project("crashed").file(".gitignore", "out/\n").commit();
        return new CrashedBuild(fleet, project, folder.resolve("runs"));
    }

    /** Lay out what an earlier build would have left. */
    void prepare() throws IOException {
        round++;
        revision = fleet.product().status().text("revision", "0");
        logged = Files.size(log());
        Files.deleteIfExists(project.path(PATHS.get(1)));
        Files.deleteIfExists(project.path("out/fresh"));
        Files.deleteIfExists(project.path(PATHS.get(2)));
        // Something new each time, so that something has to travel.
        project.file("source", "round " + round).file(PATHS.get(0), old(0)).file(PATHS.get(2), old(2));
        Files.writeString(runs, "");
    }

    private String old(int output) {
        return "old " + round + " of " + output + "\n";
    }

    private String fresh(int output) {
        return "new " + round + " of " + output + "\n";
    }

    private Path report() {
        return runs.resolveSibling("report-" + round);
    }

    private Path progress() {
        return runs.resolveSibling("progress-" + round);
    }

    ProductCommand begin() throws IOException {
        StringBuilder script = new StringBuilder("echo run >>" + runs + "; mkdir -p out/fresh");
        for (int i = 0; i < OUTPUTS; i++) {
            script.append("; echo new ")
                    .append(round)
                    .append(" of ")
                    .append(i)
                    .append(" >")
                    .append(PATHS.get(i));
        }
        return fleet.product()
                .begin(
                        project.root(),
                        "run",
                        "--report",
                        report().toString(),
                        "--progress",
                        progress().toString(),
                        "--output",
                        "out/**",
                        "--",
                        "sh",
                        "-c",
                        script + "; chmod +x out/tool; echo built");
    }

    /** Whoever waits is told what happened and how it goes on. */
    void checkWords() {
        Waits.until(
                "words about the controller",
                () -> Files.exists(progress()) && Files.readString(progress()).contains("offload up --detach"));
    }

    /** What stands under each declared output is wholly old or wholly new, as the point allows. */
    void checkMomentOfDeath(CrashPoint point) throws IOException {
        int fresh = 0;
        for (int i = 0; i < OUTPUTS; i++) {
            fresh += isFresh(i) ? 1 : 0;
        }
        assertThat(fresh).as("outputs in place").isBetween(point.least(), point.most());
    }

    /** Returns whether an output is the new one, mode and all; it must be the old one else. */
    private boolean isFresh(int output) throws IOException {
        Path file = project.path(PATHS.get(output));
        if (output == 1 && !Files.exists(file)) {
            return false;
        }
        boolean fresh = Files.readString(file).equals(fresh(output));
        assertThat(file).hasContent(fresh ? fresh(output) : old(output));
        assertThat(Files.isExecutable(file)).as(file + " is executable").isEqualTo(fresh && output == 2);
        return fresh;
    }

    /** The build ran once and ended well, and nothing of it is left but its outputs. */
    void checkEnd(Outcome outcome) throws IOException {
        assertThat(outcome.exit()).as(outcome.toString()).isZero();
        assertThat(outcome.out()).isEqualTo("built\n");
        assertThat(outcome.err()).isEmpty();
        assertThat(runs).hasContent("run\n");
        Json report = Json.parse(Files.readAllBytes(report()));
        assertThat(report.text("stage")).contains("succeeded");
        String job = report.text("job", "");
        Waits.until("the sweep", () -> story(job).contains("attempt-swept"));
        assertThat(story(job)).isEqualTo(STORY);
        Waits.until("the whole story in the log", () -> logged(job).contains("swept"));
        assertThat(logged(job)).isEqualTo(LOGGED);
        for (int i = 0; i < OUTPUTS; i++) {
            assertThat(isFresh(i)).as(PATHS.get(i)).isTrue();
        }
        assertThat(names(project.path("out"))).containsExactlyInAnyOrder("data", "fresh", "tool");
        assertThat(names(project.path("out/fresh"))).containsExactly("added");
        fleet.product().awaitFreeSlots(SshFleet.HOST);
        assertThat(names(fleet.product().hostRoot(SshFleet.HOST).resolve("attempts")))
                .noneMatch(attempt -> attempt.startsWith(job));
        assertThat(fleet.product().state().resolve("staging").resolve(job + ".1"))
                .doesNotExist();
    }

    void editTheLastOutput() throws IOException {
        project.file(PATHS.get(2), "by hand\n");
    }

    /** Nothing of the build is in the checkout, the edit is, and the command says why and where the outputs are. */
    void checkTurnedBack(Outcome outcome) throws IOException {
        assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(73);
        assertThat(outcome.err()).contains("out/tool", "the outputs are kept in ");
        assertThat(project.path(PATHS.get(0))).hasContent(old(0));
        assertThat(project.path(PATHS.get(2))).hasContent("by hand\n");
        assertThat(names(project.path("out"))).containsExactlyInAnyOrder("data", "tool");
        assertThat(runs).hasContent("run\n");
        fleet.product().awaitFreeSlots(SshFleet.HOST);
    }

    private List<String> story(String job) throws IOException {
        return fleet.product().eventsOf(job, revision).stream()
                .map(event -> event.text("type", ""))
                .toList();
    }

    private List<String> logged(String job) throws IOException {
        List<String> reasons = new ArrayList<>();
        for (String line : linesOfThisRound()) {
            if (line.contains(job)) {
                reasons.add(Json.parse(line.getBytes(StandardCharsets.UTF_8)).text("reason", ""));
            }
        }
        return reasons;
    }

    private List<String> linesOfThisRound() throws IOException {
        try (InputStream log = Files.newInputStream(log())) {
            log.skipNBytes(logged);
            return new String(log.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
    }

    private Path log() {
        return fleet.product().state().resolve("events.jsonl");
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> content = Files.list(folder)) {
            return content.map(path -> path.getFileName().toString()).toList();
        }
    }
}
