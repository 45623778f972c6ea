package build.offload.distribution.cli;

import build.offload.distribution.ExitCode;
import build.offload.distribution.client.ControllerClient;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Lets a host go. */
@Command(name = "remove", header = "Let a host go; refused while it holds work.")
final class RemoveCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private PlaceOptions places = new PlaceOptions();

    @Parameters(paramLabel = "HOST", description = "The host's name in the fleet.")
    private String host = "";

    RemoveCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        places.operator(surroundings)
                .post(ControllerClient.api("hosts", host, "remove"), Map.of(), "removing " + host, true);
        surroundings.print(host + " is no longer in the fleet");
        return ExitCode.SUCCESS.number();
    }
}
