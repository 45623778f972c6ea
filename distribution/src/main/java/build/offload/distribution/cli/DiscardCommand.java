package build.offload.distribution.cli;

import build.offload.distribution.ExitCode;
import build.offload.distribution.client.ControllerClient;
import build.offload.distribution.client.Json;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Gives up what a job brought back. */
@Command(name = "discard", header = "Give up the kept outputs of a blocked job, and delete them.")
final class DiscardCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private PlaceOptions places = new PlaceOptions();

    @Parameters(paramLabel = "JOB", description = "The job's id, or the first six digits of it or more.")
    private String job = "";

    DiscardCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        Json result = places.operator(surroundings)
                .post(
                        ControllerClient.api("jobs", job, "discard"),
                        Map.of(),
                        "discarding the outputs of job " + job,
                        false);
        String name = "the outputs of job " + job;
        surroundings.print(Words.outcome(result, name + " are given up", name + " were given up already"));
        return ExitCode.SUCCESS.number();
    }
}
