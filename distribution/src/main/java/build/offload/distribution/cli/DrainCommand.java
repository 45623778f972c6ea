package build.offload.distribution.cli;

import build.offload.distribution.ExitCode;
import build.offload.distribution.client.Json;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Closes a host for new work. */
@Command(name = "drain", header = "Take no new builds on a host; those on it go on.")
final class DrainCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private PlaceOptions places = new PlaceOptions();

    @Parameters(index = "0", paramLabel = "HOST", description = "The host's name in the fleet.")
    private String host = "";

    DrainCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        Json result = places.operator(surroundings).transition("box-drain", Map.of("host", host), "draining " + host);
        surroundings.print(Words.outcome(result, host + " takes no new builds", host + " was draining already"));
        return ExitCode.SUCCESS.number();
    }
}
