package build.offload.distribution.cli;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;
import build.offload.distribution.Signals;
import build.offload.distribution.client.Json;
import build.offload.distribution.run.Conclusion;
import build.offload.distribution.run.JobReport;
import build.offload.distribution.run.Progress;
import build.offload.distribution.run.RunSession;
import build.offload.distribution.run.RunSession.Patience;
import build.offload.distribution.run.RunSession.Streams;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Builds a checkout somewhere in the fleet. */
@Command(
        name = "run",
        header = "Build this checkout on a host of the fleet and bring its outputs back.",
        customSynopsis = {"offload run [OPTIONS] NAME", "offload run [OPTIONS] -- COMMAND [ARGUMENT...]"},
        description = {
            "",
            "NAME is a command that offload.toml at the top of the checkout describes; a command after two dashes needs no"
                    + " file. The checkout is the git work tree around the current folder, and the command runs in the same"
                    + " sub-folder of it.",
            "",
            "The build's standard output and standard error arrive here byte for byte, and the exit code is the build's own."
                    + " What offload itself has to say while the build goes on appears on the terminal, never in either of"
                    + " them, and is dropped where standard error is no terminal; --progress sends it elsewhere. Once the"
                    + " build is over, or never was, a failure of offload is told on standard error, and the exit code is"
                    + " one of 64 to 78 or 130 (see offload --help). A build may end with such a number too: --json and"
                    + " --report tell.",
            "",
            "An interrupt (Ctrl-C) cancels the build and waits until nothing of it runs any more; a second one stops the"
                    + " waiting while the cancelling goes on.",
            ""
        })
final class RunCommand implements Callable<Integer> {

    private static final Duration RETRY = Duration.ofMillis(500);
    private static final Duration AWAY = Duration.ofMinutes(5);

    private final Surroundings surroundings;
    private final Optional<List<String>> build;

    @Mixin
    private PlaceOptions places = new PlaceOptions();

    @Mixin
    private BuildOptions options = new BuildOptions();

    @Option(
            names = "--wait",
            description = "Wait while no host can take the build or builds are switched off, instead of giving up.")
    private boolean untilPossible;

    @Option(names = "--detach", description = "Print the job's id and leave; the build outlives this terminal.")
    private boolean detach;

    @Option(
            names = "--progress",
            paramLabel = "FILE",
            description =
                    "Append what offload has to say to FILE (such as /dev/fd/3), or to standard error when it is 'stderr'.")
    private Optional<String> progress = Optional.empty();

    @Option(
            names = "--json",
            description =
                    "At the end print one JSON object on standard output; the build's own standard output is then not"
                            + " shown (offload logs has it).")
    private boolean json;

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description = "At the end write the object of --json to FILE (such as /dev/fd/3).")
    private Optional<Path> report = Optional.empty();

    RunCommand(Surroundings surroundings, Optional<List<String>> build) {
        this.surroundings = surroundings;
        this.build = build;
    }

    /** Create the command that builds what a name in {@code offload.toml} says, and nothing else is said about it. */
    static RunCommand named(Surroundings surroundings, String name) {
        RunCommand command = new RunCommand(surroundings, Optional.empty());
        command.options.name(name);
        return command;
    }

    @Override
    public Integer call() {
        Progress words = words();
        try {
            RunSession session = session(words);
            return detach ? leave(session) : conclude(follow(session, words), words);
        } catch (CommandFailure failure) {
            return conclude(Conclusion.of(failure, Optional.empty(), Optional.empty()), words);
        }
    }

    private RunSession session(Progress words) {
        OutputStream stdout = json ? OutputStream.nullOutputStream() : surroundings.stdout();
        return new RunSession(
                () -> places.client(surroundings),
                options.order(surroundings, build, !detach),
                new Streams(stdout, surroundings.stderr(), words),
                new Patience(untilPossible, RETRY, AWAY));
    }

    private int leave(RunSession session) {
        Json accepted = session.submit();
        String missing = RunSession.missing(accepted);
        if (!missing.isEmpty()) {
            surroundings.complain("no enrolled host can take it yet: " + missing + "\nsee host by host: offload why "
                    + JobReport.shortId(accepted.text("jobId", "")));
        }
        if (json) {
            surroundings.print(Json.bytes(Map.of("outcome", "detached", "job", accepted.text("jobId", ""))));
        } else {
            surroundings.print(accepted.text("jobId", ""));
        }
        return ExitCode.SUCCESS.number();
    }

    private Conclusion follow(RunSession session, Progress words) {
        Runnable interrupt = () -> {
            if (!session.interrupt()) {
                int code = conclude(session.abandoned(), words);
                // The main thread is still waiting; only this ends the process.
                Runtime.getRuntime().halt(code);
            }
        };
        Signals.on("INT", interrupt);
        Signals.on("TERM", interrupt);
        return session.run();
    }

    private int conclude(Conclusion conclusion, Progress words) {
        conclusion.summary().forEach(words::say);
        if (!conclusion.message().isEmpty()) {
            surroundings.complain(conclusion.message());
        }
        byte[] text = Json.bytes(conclusion.report());
        if (json) {
            surroundings.print(text);
        }
        report.ifPresent(file -> write(surroundings.folder().resolve(file), text));
        return conclusion.exitCode();
    }

    private void write(Path file, byte[] text) {
        try (OutputStream out = Files.newOutputStream(file)) {
            out.write(text);
            out.write('\n');
        } catch (IOException failed) {
            surroundings.complain("the report cannot be written to " + file + ": " + failed.getMessage());
        }
    }

    private Progress words() {
        if (progress.isEmpty()) {
            return surroundings.terminal().progress();
        }
        if (progress.get().equals("stderr")) {
            return Terminal.to(surroundings.stderr());
        }
        try {
            Path file = surroundings.folder().resolve(progress.get());
            return Terminal.to(new FileOutputStream(file.toFile(), true));
        } catch (IOException failed) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "progress cannot be written to " + progress.get() + ": " + failed.getMessage(),
                    failed);
        }
    }
}
