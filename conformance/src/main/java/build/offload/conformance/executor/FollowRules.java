package build.offload.conformance.executor;

import static build.offload.conformance.executor.ExecutorRule.rule;
import static build.offload.conformance.wire.check.Expect.that;

import build.offload.conformance.wire.check.Page;
import build.offload.conformance.wire.check.Violation;
import build.offload.spi.executor.BuildHost.RunReport;
import build.offload.spi.executor.BuildHost.StartReport;
import build.offload.spi.executor.BuildHost.StartRequest;
import build.offload.spi.executor.BuildHost.StartRequest.Limits;
import build.offload.spi.executor.ExecutorException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** How a command's output comes back, and how it is known to have ended. */
final class FollowRules {

    private static final Duration SOON = Duration.ofSeconds(10);
    private static final List<Integer> CODES = List.of(0, 1, 126, 127, 130, 255);

    private FollowRules() {}

    static List<ExecutorRule> all() {
        return List.of(
                rule("E-FOLLOW-01", "The command's own exit code comes back, whatever number it is")
                        .serves("whatever the transport's own status says")
                        .lookAt("Look at which process's status it is, and at 255 and the codes above 125.")
                        .by(FollowRules::exitCodes),
                rule("E-FOLLOW-02", "Output comes back byte for byte, each stream apart")
                        .serves("Output is handed on byte for byte")
                        .lookAt("Look at decoding, line ends, and terminals on the way.")
                        .by(FollowRules::exactOutput),
                rule("E-FOLLOW-03", "Output is read on from any offset, without a gap")
                        .serves("each stream from the offset that was asked for and without a gap")
                        .lookAt("Look at how the offsets of the two streams are applied.")
                        .by(FollowRules::offsets),
                rule("E-FOLLOW-04", "With no budget it is one look")
                        .serves("With a zero budget this is one look.")
                        .lookAt("Look at what waits although the budget is spent.")
                        .by(FollowRules::oneLook),
                rule("E-FOLLOW-05", "What the command left running does not hold up its end")
                        .serves("what it left running does not hold up its end")
                        .lookAt("Look at who waits for the end of a pipe instead of the end of a process.")
                        .by(FollowRules::leftRunning),
                rule("E-FOLLOW-06", "What is said to have never started cannot start any more")
                        .serves("The host shows that it was never started, and never will be under this attempt.")
                        .lookAt("Look at what shuts out a start that is still on its way.")
                        .by(FollowRules::neverStarted),
                rule("E-FOLLOW-07", "An attempt that left no exit code has none")
                        .serves("It was started, is no more, and left no exit code: killed from outside")
                        .lookAt("Look at what is said when nothing of the attempt is on the host any more.")
                        .by(FollowRules::vanished),
                rule("E-FOLLOW-08", "A caller that is interrupted is let go")
                        .serves(Page.PLUGIN, "An implementation stops promptly when interrupted.")
                        .lookAt("Look at what reads without noticing an interrupt.")
                        .by(FollowRules::interrupted),
                rule("E-FOLLOW-09", "What is printed beyond its limit is dropped, which is said, and holds nothing up")
                        .serves(
                                "how much of each of its two outputs is kept, to the next 512 bytes; what comes after that is read and dropped")
                        .lookAt("Look at what reads on once the limit is reached.")
                        .by(FollowRules::logLimit),
                rule("E-FOLLOW-10", "A command that runs for longer than it may is ended there")
                        .serves("then it is told to end, is ended some seconds later, and exits with")
                        .lookAt("Look at what on the host ends a command that nobody looks after.")
                        .by(FollowRules::overdue));
    }

    private static void exitCodes(Trial trial) throws IOException, ExecutorException {
        int number = 1;
        for (int code : CODES) {
            RunReport report = trial.run(number++, "sh", "-c", "exit " + code).report;
            that(report.equals(new RunReport.Exited(code)), "exit " + code + " came back as " + report);
        }
        RunReport missing = trial.run(number, "no-such-program-here").report;
        that(missing.equals(new RunReport.Exited(127)), "a missing program came back as " + missing);
    }

    private static void exactOutput(Trial trial) throws IOException, ExecutorException {
        byte[] noise = new byte[2_000_000];
        new Random(7).nextBytes(noise);
        Files.write(trial.checkout.resolve("noise"), noise);
        Seen seen = trial.run(1, "sh", "-c", "cat noise; printf 'no newline\\r' >&2");
        that(Arrays.equals(seen.outBytes(), noise), "standard output is not what was printed");
        that(
                Arrays.equals(seen.errBytes(), "no newline\r".getBytes(StandardCharsets.US_ASCII)),
                "standard error is not what was printed: " + seen.err());
    }

    private static void offsets(Trial trial) throws IOException, ExecutorException {
        trial.prepare(1);
        StartReport started = trial.start(1, "sh", "-c", "printf 0123456789; printf abc >&2");
        trial.followToEnd(1, started);
        Seen rest = trial.follow(1, started.handle(), 7, 3, Duration.ZERO);
        that(
                rest.out().equals("789") && rest.err().isEmpty(),
                "from 7 and 3 on there came '" + rest.out() + "' and '" + rest.err() + "'");
    }

    private static void oneLook(Trial trial) throws IOException, ExecutorException {
        trial.prepare(1);
        StartReport started = trial.start(1, "sleep", "60");
        long begun = System.nanoTime();
        Seen seen = trial.follow(1, started.handle(), 0, 0, Duration.ZERO);
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        that(seen.report instanceof RunReport.Running, "a running command stands as " + seen.report);
        that(took.compareTo(SOON) < 0, "one look took " + took);
    }

    private static void leftRunning(Trial trial) throws IOException, ExecutorException {
        trial.prepare(1);
        long begun = System.nanoTime();
        Seen seen = trial.followToEnd(1, trial.start(1, "sh", "-c", "sleep 30 & echo done"));
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        that(
                seen.report.equals(new RunReport.Exited(0)) && seen.out().equals("done\n"),
                "it stands as " + seen.report + " with " + seen.out());
        that(took.compareTo(SOON) < 0, "its end was seen after " + took);
    }

    private static void neverStarted(Trial trial) throws IOException, ExecutorException {
        trial.prepare(1);
        Seen seen = trial.follow(1, "", 0, 0, Duration.ZERO);
        that(seen.report instanceof RunReport.NeverStarted, "an attempt nobody started stands as " + seen.report);
        expectRefused(trial, "although it was said never to start");
    }

    static void expectRefused(Trial trial, String circumstance) {
        try {
            StartReport started = trial.start(1, "true");
            throw new Violation("it started " + circumstance + ": " + started);
        } catch (ExecutorException refused) {
            that(refused.getMessage() != null, "a start was refused without a word");
        }
    }

    private static void vanished(Trial trial) throws IOException, ExecutorException {
        trial.prepare(1);
        StartReport started = trial.start(1, "sh", "-c", "exit 0");
        trial.followToEnd(1, started);
        trial.host.sweep(trial.attempt(1));
        RunReport report = trial.follow(1, started.handle(), 0, 0, Duration.ZERO).report;
        that(report instanceof RunReport.Vanished, "an attempt whose traces are gone stands as " + report);
    }

    private static void logLimit(Trial trial) throws IOException, ExecutorException {
        trial.prepare(1);
        List<String> argv = List.of("sh", "-c", "head -c 3000000 /dev/zero; exit 4");
        Limits few = new Limits(10_000, Bench.LIMITS.time());
        StartReport started = trial.host.start(new StartRequest(trial.attempt(1), "", argv, Map.of(), few));
        Seen seen = trial.followToEnd(1, started);
        that(seen.report.equals(new RunReport.Exited(4)), "a command that prints much ended as " + seen.report);
        int kept = seen.outBytes().length;
        that(kept >= 10_000 && kept < 10_512, "of a limit of 10000 bytes " + kept + " were kept");
        that(seen.err().contains("10000"), "standard error does not say that something is missing: " + seen.err());
    }

    private static void overdue(Trial trial) throws IOException, ExecutorException {
        trial.prepare(1);
        List<String> argv = List.of("sh", "-c", "echo up; sleep 20; echo down");
        Limits few = new Limits(Bench.LIMITS.logBytes(), Duration.ofSeconds(1));
        Seen seen = trial.followToEnd(1, trial.host.start(new StartRequest(trial.attempt(1), "", argv, Map.of(), few)));
        that(
                seen.report.equals(new RunReport.Exited(Limits.OVERDUE))
                        && seen.out().equals("up\n"),
                "a command that ran for longer than a second stands as " + seen.report + " with " + seen.out());
    }

    private static void interrupted(Trial trial) throws IOException, ExecutorException {
        trial.prepare(1);
        StartReport started = trial.start(1, "sleep", "60");
        FutureTask<Seen> caller = new FutureTask<>(() -> trial.followToEnd(1, started));
        Thread thread = Thread.ofPlatform().daemon().start(caller);
        trial.follow(1, started.handle(), 0, 0, Duration.ofMillis(100));
        thread.interrupt();
        try {
            Seen told = caller.get(SOON.toMillis(), TimeUnit.MILLISECONDS);
            throw new Violation("an interrupted caller was told " + told.report);
        } catch (ExecutionException letGo) {
            that(letGo.getCause() instanceof ExecutorException, "an interrupt came out as " + letGo.getCause());
        } catch (TimeoutException stuck) {
            throw new Violation("an interrupted caller still waits after " + SOON);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new Violation("the examination was interrupted");
        }
    }
}
