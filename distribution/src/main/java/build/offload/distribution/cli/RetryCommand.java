package build.offload.distribution.cli;

import build.offload.distribution.ExitCode;
import build.offload.distribution.client.ControllerClient;
import build.offload.distribution.client.Json;
import build.offload.distribution.client.Operator;
import build.offload.distribution.run.JobReport;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Starts another attempt of a job. */
@Command(name = "retry", header = "Start another attempt of a job that failed through no fault of its build.")
final class RetryCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private PlaceOptions places = new PlaceOptions();

    @Parameters(paramLabel = "JOB", description = "The job's id, or the first six digits of it or more.")
    private String job = "";

    RetryCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        Operator operator = places.operator(surroundings);
        // The verb takes whole ids only.
        String id =
                new JobReport(operator.get(ControllerClient.api("jobs", job)).expect("looking for job " + job)).id();
        Json result = operator.transition("job-retry", Map.of("jobId", id), "retrying job " + job);
        String name = "job " + JobReport.shortId(id);
        surroundings.print(Words.outcome(result, name + " is tried again", name + " is being tried already"));
        return ExitCode.SUCCESS.number();
    }
}
