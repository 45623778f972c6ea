package build.offload.distribution.cli;

import build.offload.distribution.ExitCode;
import build.offload.distribution.client.Json;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Opens a host for work again. */
@Command(name = "restore", header = "Let a host take builds again, once its gates are green.")
final class RestoreCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private PlaceOptions places = new PlaceOptions();

    @Parameters(index = "0", paramLabel = "HOST", description = "The host's name in the fleet.")
    private String host = "";

    RestoreCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        Json result =
                places.operator(surroundings).transition("box-restore", Map.of("host", host), "restoring " + host);
        surroundings.print(Words.outcome(result, host + " is being restored", host + " was being restored already"));
        return ExitCode.SUCCESS.number();
    }
}
