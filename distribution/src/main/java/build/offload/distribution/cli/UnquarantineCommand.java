package build.offload.distribution.cli;

import build.offload.distribution.ExitCode;
import build.offload.distribution.client.Json;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Asks for the half-open probe of one command class on one host. */
@Command(name = "unquarantine", header = "Probe a quarantined command on a host again; green lifts the quarantine.")
final class UnquarantineCommand implements Callable<Integer> {

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

    UnquarantineCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        Json result = places.operator(surroundings)
                .transition(
                        "host-unquarantine",
                        Map.of("host", host, "command", command),
                        "unquarantining " + command + " on " + host);
        surroundings.print(Words.outcome(
                result, command + " is probed again on " + host, command + " is not quarantined on " + host));
        return ExitCode.SUCCESS.number();
    }
}
