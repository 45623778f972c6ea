package build.offload.distribution.cli;

import build.offload.distribution.client.ControllerClient;
import build.offload.distribution.client.Json;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Explains why a job waits. */
@Command(name = "why", header = "Show, host by host, why a job is not running there.")
final class WhyCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Mixin
    private ReadOptions options = new ReadOptions();

    @Parameters(paramLabel = "JOB", description = "The job's id, or the first six digits of it or more.")
    private String job = "";

    WhyCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return options.show(
                surroundings, ControllerClient.api("jobs", job, "why"), "asking about job " + job, this::print);
    }

    private void print(Json answer) {
        Table table = new Table("HOST", "CODE", "REASON");
        for (Json reason : answer.list("reasons")) {
            table.row(Words.text(reason, "host"), Words.text(reason, "code"), Words.text(reason, "message"));
        }
        if (table.empty()) {
            surroundings.print("job " + job + " waits for no host");
        } else {
            table.lines().forEach(surroundings::print);
        }
    }
}
