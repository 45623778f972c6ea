package build.offload.distribution.cli;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;
import build.offload.distribution.Signals;
import build.offload.distribution.quickstart.Quickstart;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows it all at work. */
@Command(
        name = "quickstart",
        header = "See it work: one build of a sample project on a fleet of this one machine.",
        description =
                "Needs git, Maven and a JDK. Works in a folder of its own, with a configuration, a store and a port of its"
                        + " own, and leaves nothing behind.")
final class QuickstartCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Option(names = "--keep", description = "Leave the folder for a look at it.")
    private boolean keep;

    QuickstartCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        Quickstart quickstart = prepared();
        Signals.on("INT", quickstart::interrupt);
        Signals.on("TERM", quickstart::interrupt);
        quickstart.run(keep);
        surroundings.print("That was all of it. Next: offload up --detach, then offload enroll --help");
        return ExitCode.SUCCESS.number();
    }

    private Quickstart prepared() {
        try {
            return Quickstart.inNewFolder(surroundings.environment(), surroundings.stdout(), surroundings::print);
        } catch (IOException failed) {
            throw new CommandFailure(ExitCode.CHECK_FAILED, "no temporary folder can be made: " + failed, failed);
        }
    }
}
