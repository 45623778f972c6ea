package build.offload.distribution.cli;

import build.offload.distribution.ExitCode;
import build.offload.distribution.client.Json;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Opens the circuit of one command class on one host. */
@Command(name = "quarantine", header = "Run a command no more on a host.")
final class QuarantineCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private PlaceOptions places = new PlaceOptions();

    @Parameters(index = "0", paramLabel = "HOST", description = "The host's name in the fleet.")
    private String host = "";

    @Parameters(
            index = "1",
            paramLabel = "COMMAND",
            description = "The command's name in offload.toml, or its program.")
    private String command = "";

    QuarantineCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        Json result = places.operator(surroundings)
                .transition(
                        "host-quarantine",
                        Map.of("host", host, "command", command),
                        "quarantining " + command + " on " + host);
        surroundings.print(Words.outcome(
                result,
                command + " is no longer run on " + host,
                command + " was quarantined on " + host + " already"));
        return ExitCode.SUCCESS.number();
    }
}
