package build.offload.distribution.cli;

import build.offload.distribution.CommandFailure;
import build.offload.distribution.ExitCode;
import build.offload.distribution.configuration.Configuration;
import build.offload.distribution.configuration.ConfigurationFile;
import build.offload.distribution.configuration.Places;
import build.offload.distribution.configuration.SecretStore;
import build.offload.distribution.configuration.TokenFile;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Looks at the configuration without a controller. */
@Command(
        name = "config",
        header = "Check the configuration file, and the files with tokens and secrets it names.",
        description =
                "Names each mistake by file, line and reason, and then ends with 78. A running controller is not asked.")
final class ConfigCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private PlaceOptions options = new PlaceOptions();

    /** What can be done with the configuration. */
    enum Action {
        CHECK
    }

    @Parameters(index = "0", paramLabel = "check", description = "What to do: check.")
    private Action action = Action.CHECK;

    ConfigCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return switch (action) {
            case CHECK -> check(options.places(surroundings));
        };
    }

    private int check(Places places) {
        ConfigurationFile.Reading reading = ConfigurationFile.read(places);
        List<String> mistakes = new ArrayList<>();
        reading.problems().forEach(problem -> mistakes.add(problem.toString()));
        reading.configuration().tokens().stream()
                .filter(Configuration.TokenSource::configured)
                .forEach(token -> readable(token, mistakes));
        new SecretStore(reading.configuration().secrets()).problem().ifPresent(mistakes::add);
        mistakes.forEach(surroundings::complain);
        if (!mistakes.isEmpty()) {
            return ExitCode.CONFIGURATION.number();
        }
        surroundings.print(verdict(places, reading.configuration()));
        return ExitCode.SUCCESS.number();
    }

    private static void readable(Configuration.TokenSource token, List<String> mistakes) {
        try {
            TokenFile.read(token.file());
        } catch (CommandFailure unusable) {
            mistakes.add(String.valueOf(unusable.getMessage()));
        }
    }

    private static String verdict(Places places, Configuration configuration) {
        String found = Files.exists(places.configuration())
                ? places.configuration() + " is in order"
                : places.configuration() + " does not exist; the defaults hold";
        return configuration.enabled() ? found : found + ", and says that nothing is dispatched";
    }
}
