package build.offload.conformance.executor;

import static build.offload.conformance.executor.ExecutorRule.rule;
import static build.offload.conformance.wire.check.Expect.that;

import build.offload.spi.executor.BuildHost;
import build.offload.spi.executor.BuildHost.RunReport;
import build.offload.spi.executor.BuildHost.StartReport;
import build.offload.spi.executor.BuildHost.StartRequest;
import build.offload.spi.executor.ExecutorException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How a command is started, and what of it is the caller's to say. */
final class StartRules {

    /** What a shell anywhere on the way would read something into. */
    private static final List<String> AWKWARD = List.of(
            "",
            " two  blanks ",
            "it's",
            "\"quoted\"",
            "$HOME",
            "`id`",
            "*",
            "~",
            "-rf",
            "a;b|c&d>e",
            "line\nbreak",
            "back\\slash",
            "日本",
            "end\n",
            "!x",
            "{1,2}",
            "#no comment");

    private StartRules() {}

    static List<ExecutorRule> all() {
        return List.of(
                rule("E-START-01", "An attempt that is started twice runs once")
                        .serves("{@link #start} under an id that was started before attaches to it.")
                        .lookAt("Look at what makes the start of an id atomic on the host.")
                        .by(StartRules::startedOnce),
                rule("E-START-02", "Arguments arrive as they are, whatever is in them")
                        .serves("A command gets its arguments and variables exactly as they are, whatever is in them")
                        .lookAt("Look at every shell on the way, the log-in shell included.")
                        .by(StartRules::arguments),
                rule("E-START-03", "Variables arrive as they are, beside the host user's own")
                        .serves("what is set beside the host user's own environment")
                        .lookAt("Look at how values with quotes and line breaks travel.")
                        .by(StartRules::variables),
                rule("E-START-04", "The command starts in the folder that was asked for")
                        .serves("the sub-folder of the checkout the command was given in, relative, empty for its top")
                        .lookAt("Look at names with blanks and quotes.")
                        .by(StartRules::folder),
                rule("E-START-05", "Standard input is empty")
                        .serves("with an empty standard input; no shell reads them")
                        .lookAt("Look at what the connection's own input is connected to.")
                        .by(StartRules::standardInput),
                rule("E-LIFE-01", "A command outlives the way by which it was started")
                        .serves("A started command outlives this object, the connection and the controller.")
                        .lookAt("Look at the session and the process group the command is in.")
                        .by(StartRules::outlives),
                rule("E-LIFE-02", "Attempts run side by side")
                        .serves("Steps of different attempts run side by side")
                        .lookAt("Look for a lock that one attempt holds while another waits.")
                        .by(StartRules::sideBySide));
    }

    private static void startedOnce(Trial trial) throws IOException, ExecutorException {
        String runs = trial.marks() + "/runs";
        String[] argv = {"sh", "-c", "echo run >>\"$1\"; exit 5", "sh", runs};
        trial.prepare(1);
        StartReport first = trial.start(1, argv);
        StartReport second = trial.start(1, argv);
        Seen seen = trial.followToEnd(1, second);
        StartReport third = trial.start(1, argv);
        that(seen.report.equals(new RunReport.Exited(5)), "expected exit code 5, but it is " + seen.report);
        that(trial.mark("runs").equals("run\n"), "the command ran like this: " + trial.mark("runs"));
        that(!first.attached() && second.attached() && third.attached(), "only later starts attach: " + second);
        that(first.handle().equals(second.handle()), "the same process is called " + first + " and " + second);
    }

    private static void arguments(Trial trial) throws IOException, ExecutorException {
        List<String> argv = new ArrayList<>(List.of("sh", "-c", "printf '<%s>' \"$@\"", "sh"));
        argv.addAll(AWKWARD);
        StringBuilder expected = new StringBuilder();
        AWKWARD.forEach(argument -> expected.append('<').append(argument).append('>'));
        Seen seen = trial.run(1, argv.toArray(String[]::new));
        that(seen.out().equals(expected.toString()), "expected " + expected + ", but it is " + seen.out() + seen.err());
    }

    private static void variables(Trial trial) throws IOException, ExecutorException {
        trial.prepare(1);
        String awkward = String.join("", AWKWARD);
        StartReport started = trial.host.start(new StartRequest(
                trial.attempt(1),
                "",
                List.of("sh", "-c", "printf %s. \"$ODD\"; [ -n \"$PATH\" ] && printf path"),
                Map.of("ODD", awkward),
                Bench.LIMITS));
        Seen seen = trial.followToEnd(1, started);
        that(seen.out().equals(awkward + ".path"), "expected " + awkward + ".path, but it is " + seen.out());
    }

    private static void folder(Trial trial) throws IOException, ExecutorException {
        Files.createDirectories(trial.checkout.resolve("it's a/sub folder"));
        Files.writeString(trial.checkout.resolve("it's a/sub folder/file"), "there");
        trial.prepare(1);
        Seen seen = trial.followToEnd(1, trial.startIn("it's a/sub folder", 1, "cat", "file"));
        that(seen.out().equals("there"), "expected to be in the sub-folder: " + seen.err());
    }

    private static void standardInput(Trial trial) throws IOException, ExecutorException {
        Seen seen = trial.run(1, "sh", "-c", "cat; [ -t 0 ] && printf terminal; printf end");
        that(seen.out().equals("end"), "expected nothing to read, but it is: " + seen.out());
    }

    private static void outlives(Trial trial) throws IOException, ExecutorException {
        StartReport started;
        String go = trial.marks() + "/go";
        try (BuildHost first = trial.another()) {
            trial.prepare(1);
            started = first.start(new StartRequest(
                    trial.attempt(1),
                    "",
                    List.of("sh", "-c", "echo up; until [ -e \"$1\" ]; do sleep 0.1; done; exit 6", "sh", go),
                    Map.of(),
                    Bench.LIMITS));
        }
        trial.awaitOutput(1, started, "up\n");
        trial.shell("touch \"$1\"", go);
        Seen seen = trial.followToEnd(1, started);
        that(
                seen.report.equals(new RunReport.Exited(6)) && seen.out().equals("up\n"),
                "after its first way was closed it stands as " + seen.report + " with " + seen.out());
    }

    /** Each waits for the marks of all others, so none ends unless all run at the same time. */
    private static void sideBySide(Trial trial) throws IOException, ExecutorException {
        String script = "touch \"$1/$2\"; n=0; until [ -e \"$1/1\" ] && [ -e \"$1/2\" ] && [ -e \"$1/3\" ]; "
                + "do n=$((n+1)); [ $n -lt 100 ] && [ ! -e \"$1/vain\" ] || { touch \"$1/vain\"; exit 9; }; sleep 0.1; done";
        List<StartReport> started = new ArrayList<>();
        for (int number = 1; number <= 3; number++) {
            trial.prepare(number);
        }
        for (int number = 1; number <= 3; number++) {
            started.add(trial.start(number, "sh", "-c", script, "sh", trial.marks(), Integer.toString(number)));
        }
        for (int number = 1; number <= 3; number++) {
            RunReport report = trial.followToEnd(number, started.get(number - 1)).report;
            that(report.equals(new RunReport.Exited(0)), "attempt " + number + " of three waited in vain: " + report);
        }
    }
}
