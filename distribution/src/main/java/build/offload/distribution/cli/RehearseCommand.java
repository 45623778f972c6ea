package build.offload.distribution.cli;

import build.offload.distribution.ExitCode;
import build.offload.distribution.rehearsal.Rehearsal;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Does what the common commands do, for a start-up cache to learn from. */
@Command(
        name = "rehearse",
        hidden = true,
        header = "Do once what commands do, so that a start-up cache learns which classes they need.")
final class RehearseCommand implements Callable<Integer> {

    private static final List<String> QUESTIONS = List.of("status", "hosts", "jobs", "plugins", "events");

    private final Surroundings surroundings;

    @Option(names = "--controller", description = "Rehearse 'up' instead of the short commands.")
    private boolean controller;

    RehearseCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        if (controller) {
            Rehearsal.ofController(ProductVersion.text(), this::ask);
        } else {
            Rehearsal.ofCommands(this::ask);
        }
        return ExitCode.SUCCESS.number();
    }

    private void ask(Map<String, String> environment, Path project) {
        Surroundings quiet = new Surroundings(
                environment,
                project,
                OutputStream.nullOutputStream(),
                OutputStream.nullOutputStream(),
                surroundings.terminal(),
                surroundings.clock());
        OffloadCli cli = new OffloadCli(quiet);
        for (String question : QUESTIONS) {
            cli.execute(question);
            cli.execute(question, "--json");
        }
        // The stand-in has finished every job already; a real controller has no builder, so these end before a
        // submission.
        cli.execute("run", "--", "true");
        cli.execute("run", "build");
        cli.execute("run", "--never-local", "--output", "out", "--", "true");
    }
}
