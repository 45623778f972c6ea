package build.offload.distribution.cli;

import build.offload.distribution.ExitCode;
import build.offload.distribution.client.Json;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Calls the fallback lease back. */
@Command(
        name = "recall",
        header = "Let the laptop take no further builds itself; what it builds already goes on.",
        description = "No lease is granted by itself before the time of the one that is called back is up.")
final class RecallCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private PlaceOptions places = new PlaceOptions();

    RecallCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        Json result = places.operator(surroundings).transition("recall-spill", Map.of(), "recalling the lease");
        List<String> running = result.texts("running");
        surroundings.print(Words.outcome(result, "the lease is called back", "there was no lease to call back"));
        if (!running.isEmpty()) {
            surroundings.print("still building there: " + String.join(", ", running));
        }
        return ExitCode.SUCCESS.number();
    }
}
