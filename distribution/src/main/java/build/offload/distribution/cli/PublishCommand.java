package build.offload.distribution.cli;

import build.offload.distribution.client.ControllerClient;
import build.offload.distribution.client.Json;
import build.offload.distribution.client.Operator;
import build.offload.distribution.run.Conclusion;
import build.offload.distribution.run.JobReport;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Tries a blocked publication again. */
@Command(
        name = "publish",
        header = "Try again to put the kept outputs of a blocked job into its checkout.",
        description = {
            "",
            "The comparison is the same as at the job's end: the checkout must be what was built, apart from outputs, and each"
                    + " output's place as it was. What stands in the way is named; nothing is ever overwritten.",
            ""
        })
final class PublishCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private PlaceOptions places = new PlaceOptions();

    @Parameters(paramLabel = "JOB", description = "The job's id, or the first six digits of it or more.")
    private String job = "";

    PublishCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        Operator operator = places.operator(surroundings);
        String wish = "publishing the outputs of job " + job;
        Json result = operator.post(ControllerClient.api("jobs", job, "publish"), Map.of(), wish, false);
        String id = result.text("jobId", job);
        Json view = operator.await(ControllerClient.api("jobs", id), seen -> new JobReport(seen).finished(), wish);
        JobReport report = new JobReport(view);
        Conclusion conclusion = Conclusion.of(report);
        report.promoted().forEach(path -> surroundings.print("promoted " + path));
        if (!conclusion.message().isEmpty()) {
            surroundings.complain(conclusion.message());
        }
        return conclusion.exitCode();
    }
}
