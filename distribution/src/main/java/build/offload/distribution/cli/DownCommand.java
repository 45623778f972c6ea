package build.offload.distribution.cli;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;
import build.offload.distribution.client.RuntimeFile;
import build.offload.distribution.configuration.Places;
import build.offload.distribution.launcher.RunningController;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Stops the controller. */
@Command(
        name = "down",
        header = "Stop the controller; builds that run on hosts go on.",
        description = "Waits until it is gone. A controller that does not run is fine.")
final class DownCommand implements Callable<Integer> {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Surroundings surroundings;

    @Mixin
    private PlaceOptions options = new PlaceOptions();

    DownCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        Places places = options.places(surroundings);
        Optional<RuntimeFile> running = RuntimeFile.read(places.runtimeFile());
        if (running.isEmpty()) {
            surroundings.print("no controller runs on the state folder " + places.state());
            return ExitCode.SUCCESS.number();
        }
        if (!RunningController.stop(running.get(), LIMIT)) {
            throw new CommandFailure(
                    ExitCode.INFRASTRUCTURE,
                    "process " + running.get().process().pid() + " did not stop within " + LIMIT.toSeconds()
                            + " s; see " + places.log());
        }
        surroundings.print("stopped");
        return ExitCode.SUCCESS.number();
    }
}
