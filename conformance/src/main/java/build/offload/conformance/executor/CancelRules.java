package build.offload.conformance.executor;

import static build.offload.conformance.executor.ExecutorRule.rule;
import static build.offload.conformance.wire.check.Expect.that;

import build.offload.spi.executor.BuildHost.CancelReport;
import build.offload.spi.executor.BuildHost.RunReport;
import build.offload.spi.executor.BuildHost.StartReport;
import build.offload.spi.executor.ExecutorException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** How an attempt is stopped. */
final class CancelRules {

    private static final Duration GRACE = Duration.ofSeconds(30);

    private CancelRules() {}

    static List<ExecutorRule> all() {
        return List.of(
                rule("E-CANCEL-01", "Cancelling ends the whole tree, also what ignores TERM or left the session")
                        .serves("Stop the attempt's whole process tree and see that it is gone")
                        .lookAt("Look at grandchildren, and at what called setsid.")
                        .by(CancelRules::wholeTree),
                rule("E-CANCEL-02", "A command has its grace between TERM and KILL")
                        .serves("TERM, after the grace KILL, then a sweep.")
                        .lookAt("Look at how the grace reaches the host, and in which unit.")
                        .by(CancelRules::grace),
                rule("E-CANCEL-03", "A command that answers TERM with success has not succeeded")
                        .serves(
                                "An attempt that was cancelled never begins to run, and never looks as if it had succeeded.")
                        .lookAt("Look at who writes an exit code once the attempt is cancelled.")
                        .by(CancelRules::noSuccess),
                rule("E-CANCEL-04", "An attempt that was cancelled before its start never starts")
                        .serves(
                                "An attempt that was cancelled never begins to run, and never looks as if it had succeeded.")
                        .lookAt("Look at what a start that comes late looks at.")
                        .by(CancelRules::neverAfter));
    }

    private static void wholeTree(Trial trial) throws IOException, ExecutorException {
        trial.prepare(1);
        String marks = trial.marks();
        String child = "trap '' TERM; echo $$ >\"$1/$2\"; while :; do sleep 0.1; done";
        String script = "sh -c \"$2\" sh \"$1\" child & setsid sh -c \"$2\" sh \"$1\" stray & "
                + "until [ -s \"$1/child\" ] && [ -s \"$1/stray\" ]; do sleep 0.05; done; echo $$ >\"$1/top\"; echo up; wait";
        StartReport started = trial.start(1, "sh", "-c", script, "sh", marks, child);
        trial.awaitOutput(1, started, "up");
        CancelReport report = trial.host.cancel(trial.attempt(1), Duration.ofMillis(200));
        that(report.equals(new CancelReport.Gone()), "expected it to be gone, but " + report);
        for (String one : List.of("top", "child", "stray")) {
            that(!trial.lives(one), "said to be gone, but this still runs: " + one);
        }
    }

    private static void grace(Trial trial) throws IOException, ExecutorException {
        trial.prepare(1);
        String script = "trap 'sleep 3; echo tidy >\"$1/tidied\"; exit 1' TERM; echo up; while :; do sleep 0.05; done";
        StartReport started = trial.start(1, "sh", "-c", script, "sh", trial.marks());
        trial.awaitOutput(1, started, "up");
        trial.host.cancel(trial.attempt(1), GRACE);
        that(trial.mark("tidied").equals("tidy\n"), "the command had no time to tidy up within " + GRACE);
    }

    private static void noSuccess(Trial trial) throws IOException, ExecutorException {
        trial.prepare(1);
        StartReport started = trial.start(1, "sh", "-c", "trap 'exit 0' TERM; echo up; while :; do sleep 0.05; done");
        trial.awaitOutput(1, started, "up");
        trial.host.cancel(trial.attempt(1), GRACE);
        RunReport report = trial.followToEnd(1, started).report;
        that(report instanceof RunReport.Vanished, "a cancelled command stands as " + report);
    }

    private static void neverAfter(Trial trial) throws IOException, ExecutorException {
        trial.prepare(1);
        CancelReport report = trial.host.cancel(trial.attempt(1), GRACE);
        that(report.equals(new CancelReport.Gone()), "of what never started there is " + report);
        FollowRules.expectRefused(trial, "after it was cancelled");
    }
}
