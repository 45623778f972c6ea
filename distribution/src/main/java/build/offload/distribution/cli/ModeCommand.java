package build.offload.distribution.cli;

import build.offload.distribution.ExitCode;
import build.offload.distribution.client.ControllerClient;
import build.offload.distribution.client.Json;
import build.offload.distribution.client.Operator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Declares what the cluster is to be. */
@Command(
        name = "mode",
        header = "Show the cluster's desired mode, or declare another.",
        description = "In draining and maintenance no host takes new builds; those that run go on.")
final class ModeCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private PlaceOptions places = new PlaceOptions();

    /** The modes there are. */
    enum Mode {
        AVAILABLE,
        DRAINING,
        MAINTENANCE,
        RESTORING,
        DEGRADED
    }

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "MODE",
            description =
                    "One of available, draining, maintenance, restoring, degraded; left out, the present one is shown.")
    private Optional<Mode> mode = Optional.empty();

    ModeCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        Operator operator = places.operator(surroundings);
        mode.ifPresentOrElse(wanted -> declare(operator, wanted), () -> show(operator));
        return ExitCode.SUCCESS.number();
    }

    private void show(Operator operator) {
        Json status = operator.get("/status").expect("reading the status");
        surroundings.print("desired " + Words.text(status, "desired") + ", observed " + Words.text(status, "observed"));
    }

    private void declare(Operator operator, Mode wanted) {
        String word = wanted.name().toLowerCase(Locale.ROOT);
        Json result = operator.post(
                ControllerClient.api("desired-mode"), Map.of("mode", word), "declaring the mode " + word, true);
        surroundings.print(Words.outcome(
                result,
                "the cluster's desired mode is " + word,
                "the cluster's desired mode was " + word + " already"));
    }
}
