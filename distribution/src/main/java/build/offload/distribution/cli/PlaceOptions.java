package build.offload.distribution.cli;

import build.offload.distribution.client.ControllerClient;
import build.offload.distribution.client.Operator;
import build.offload.distribution.configuration.Places;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The options that say which controller is meant. */
final class PlaceOptions {

    @Option(
            names = "--config",
            scope = ScopeType.INHERIT,
            paramLabel = "FILE",
            description = "The configuration file; default $XDG_CONFIG_HOME/offload/config.toml.")
    private Optional<Path> configuration = Optional.empty();

    @Option(
            names = "--state",
            scope = ScopeType.INHERIT,
            paramLabel = "FOLDER",
            description = "The state folder, which tells one controller from another; default $XDG_STATE_HOME/offload.")
    private Optional<Path> state = Optional.empty();

    Places places(Surroundings surroundings) {
        return Places.of(
                surroundings.environment(),
                configuration.map(surroundings.folder()::resolve),
                state.map(surroundings.folder()::resolve));
    }

    ControllerClient client(Surroundings surroundings) {
        return ControllerClient.of(places(surroundings));
    }

    Operator operator(Surroundings surroundings) {
        return new Operator(client(surroundings));
    }

    /** Return these options as they would be written for another command. */
    List<String> arguments(Surroundings surroundings) {
        List<String> arguments = new ArrayList<>();
        Places places = places(surroundings);
        configuration.ifPresent(
                _ -> arguments.addAll(List.of("--config", places.configuration().toString())));
        state.ifPresent(_ -> arguments.addAll(List.of("--state", places.state().toString())));
        return arguments;
    }
}
