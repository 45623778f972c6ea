package build.offload.distribution.cli;

import build.offload.distribution.ExitCode;
import build.offload.distribution.client.ControllerClient;
import build.offload.distribution.client.Json;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Cancels a job. */
@Command(name = "cancel", header = "Cancel a job: take it out of the queue, or end all its processes on its host.")
final class CancelCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private PlaceOptions places = new PlaceOptions();

    @Parameters(paramLabel = "JOB", description = "The job's id, or the first six digits of it or more.")
    private String job = "";

    CancelCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        Json result = places.operator(surroundings)
                .post(ControllerClient.api("jobs", job, "cancel"), Map.of(), "cancelling job " + job, false);
        surroundings.print(
                Words.outcome(result, "job " + job + " is being cancelled", "job " + job + " is over already"));
        return ExitCode.SUCCESS.number();
    }
}
