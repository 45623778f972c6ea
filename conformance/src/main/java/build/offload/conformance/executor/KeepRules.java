package build.offload.conformance.executor;

import static build.offload.conformance.executor.ExecutorRule.rule;
import static build.offload.conformance.wire.check.Expect.that;

import build.offload.spi.executor.BuildHost.Keep;
import build.offload.spi.executor.BuildHost.PrepareRequest;
import build.offload.spi.executor.BuildHost.StartReport;
import build.offload.spi.executor.BuildHost.SweepReport;
import build.offload.spi.executor.ExecutorException;
import build.offload.spi.model.KeepPattern;
import build.offload.spi.model.OutputPattern;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** What a build leaves for the next one of its checkout, when both ask for it. */
final class KeepRules {

    private static final String KEPT = "built/**";

    /** Leaves what is kept, what is not, and a change to what was submitted. */
    private static final String BUILD =
            "mkdir -p built/in other; echo o >built/in/object; echo p >built/product; touch other/stray; echo changed >file";

    private static final String LIST = "find . -type f | sort | tr '\\n' ' '; cat file";

    private KeepRules() {}

    static List<ExecutorRule> all() {
        return List.of(
                rule("E-KEEP-01", "A keeping attempt finds what the last one of its checkout left")
                        .serves("A keeping attempt finds what the last keeping one of its checkout left")
                        .lookAt("Look at what a sweep sets aside, and what the next preparation takes.")
                        .by(KeepRules::foundAgain),
                rule("E-KEEP-02", "An attempt that does not keep finds nothing of it")
                        .serves("nothing a build left is found by one that does not ask for it")
                        .lookAt("Look at which workspaces a preparation may take.")
                        .by(KeepRules::notForOthers),
                rule("E-KEEP-03", "Nothing stays but the snapshot and what the attempt's own patterns cover")
                        .serves("nothing else that is not of the snapshot")
                        .lookAt(
                                "Look at how what is not covered is found and removed, under the patterns of the later attempt.")
                        .by(KeepRules::nothingElse),
                rule("E-KEEP-04", "Nothing that the declared outputs cover is taken over")
                        .serves(
                                "the declared outputs, of which nothing is taken over, so that nothing stale is ever collected")
                        .lookAt("Look at what is removed before the command starts.")
                        .by(KeepRules::nothingStale),
                rule("E-KEEP-05", "Two keeping attempts at once have two workspaces")
                        .serves("No workspace is shared by two attempts")
                        .lookAt("Look at how a preparation takes the kept workspace: one of two must find none.")
                        .by(KeepRules::neverShared),
                rule("E-KEEP-06", "A discarded workspace is found by nobody")
                        .serves("Remove the kept workspace of a checkout, if there is one.")
                        .lookAt("Look at what discardWorkspace removes.")
                        .by(KeepRules::discarded),
                rule("E-KEEP-07", "Only a command that ended by itself leaves a workspace, and each sweep says so")
                        .serves("but for the workspace of a keeping one whose command ended by itself")
                        .lookAt("Look at how a sweep knows that the command ended, and at one that is repeated.")
                        .by(KeepRules::onlyAfterAnEnd));
    }

    private static void foundAgain(Trial trial) throws IOException, ExecutorException {
        leave(trial, 1);
        String found = keeping(trial, 2);
        that(
                found.equals("./built/in/object ./built/product ./file as submitted"),
                "a keeping attempt finds: " + found);
    }

    private static void notForOthers(Trial trial) throws IOException, ExecutorException {
        leave(trial, 1);
        String found = trial.run(2, "sh", "-c", LIST).out();
        that(found.equals("./file as submitted"), "an attempt that keeps nothing finds: " + found);
    }

    private static void nothingElse(Trial trial) throws IOException, ExecutorException {
        leave(trial, 1);
        prepare(trial, 2, List.of("built/in/*"), List.of());
        String found = list(trial, 2);
        that(found.equals("./built/in/object ./file as submitted"), "an attempt that keeps built/in/* finds: " + found);
    }

    private static void nothingStale(Trial trial) throws IOException, ExecutorException {
        leave(trial, 1);
        prepare(trial, 2, List.of(KEPT), List.of("built/pr?duct"));
        String found = list(trial, 2);
        that(
                found.equals("./built/in/object ./file as submitted"),
                "before a build of built/pr?duct there is: " + found);
    }

    private static void neverShared(Trial trial) throws IOException, ExecutorException {
        leave(trial, 1);
        prepare(trial, 2, List.of(KEPT), List.of());
        prepare(trial, 3, List.of(KEPT), List.of());
        String second = list(trial, 2);
        String third = list(trial, 3);
        that(
                Stream.of(second, third)
                                .filter(found -> found.contains("built"))
                                .count()
                        == 1,
                "the one kept workspace is found by none or both: " + second + ", " + third);
    }

    private static void discarded(Trial trial) throws IOException, ExecutorException {
        leave(trial, 1);
        trial.host.discardWorkspace(trial.mirror);
        trial.host.discardWorkspace(trial.mirror);
        String found = keeping(trial, 2);
        that(found.equals("./file as submitted"), "after a discard there is: " + found);
    }

    private static void onlyAfterAnEnd(Trial trial) throws IOException, ExecutorException {
        leave(trial, 1);
        SweepReport again = trial.host.sweep(trial.attempt(1));
        that(
                again instanceof SweepReport.Kept(long bytes) && bytes > 0,
                "swept again, a kept workspace is reported as " + again);
        prepare(trial, 2, List.of(KEPT), List.of());
        StartReport started = trial.start(2, "sh", "-c", "touch built/half; echo there; sleep 60");
        trial.awaitOutput(2, started, "there");
        trial.host.cancel(trial.attempt(2), Duration.ofSeconds(5));
        SweepReport report = trial.host.sweep(trial.attempt(2));
        that(report instanceof SweepReport.Removed, "the workspace of a cancelled build is reported as " + report);
        String found = keeping(trial, 3);
        that(found.equals("./file as submitted"), "after a cancelled build there is: " + found);
    }

    /** Run a keeping build that leaves this and that behind, and sweep it. */
    private static void leave(Trial trial, int number) throws IOException, ExecutorException {
        Files.writeString(trial.checkout.resolve("file"), "as submitted");
        prepare(trial, number, List.of(KEPT), List.of());
        trial.followToEnd(number, trial.start(number, "sh", "-c", BUILD));
        SweepReport report = trial.host.sweep(trial.attempt(number));
        that(
                report instanceof SweepReport.Kept(long bytes) && bytes > 0,
                "expected a sweep to report the workspace as kept, but it is " + report);
    }

    private static String keeping(Trial trial, int number) throws IOException, ExecutorException {
        prepare(trial, number, List.of(KEPT), List.of());
        return list(trial, number);
    }

    private static String list(Trial trial, int number) throws ExecutorException {
        return trial.followToEnd(number, trial.start(number, "sh", "-c", LIST)).out();
    }

    private static void prepare(Trial trial, int number, List<String> keep, List<String> outputs)
            throws IOException, ExecutorException {
        Keep patterns = new Keep(
                keep.stream().map(KeepPattern::new).toList(),
                outputs.stream().map(OutputPattern::new).toList());
        trial.host.prepare(new PrepareRequest(trial.attempt(number), trial.mirror, trial.snapshot(), patterns));
    }
}
